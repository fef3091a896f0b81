#include "words.hpp"

#include "../text/porter2.hpp"
#include "../text/utf8.hpp"

namespace cutline::meteor {
namespace {

// Java's String.hashCode.
uint32_t java_hash(std::u16string_view text) {
    uint32_t hash = 0;
    for (char16_t unit : text) hash = 31 * hash + unit;
    return hash;
}

bool have_common(View<uint32_t> a, View<uint32_t> b) {
    for (std::size_t i = 0, k = 0; i < a.size && k < b.size;) {
        if (a[i] == b[k]) return true;
        if (a[i] < b[k]) ++i;
        else ++k;
    }
    return false;
}

} // namespace

Word look_up(std::string_view text, const Tables &tables) {
    Word word;
    std::u16string units = to_utf16(text);
    word.hash = java_hash(units);
    stem(units);
    word.stem = java_hash(units);
    word.phrase_word = tables.paraphrases().words().find(text);
    if (word.phrase_word != kNoPhraseWord)
        word.first_node = tables.paraphrases().child(Paraphrases::kRoot, word.phrase_word);
    word.synsets = tables.synonyms().of(text);
    word.is_function = tables.is_function_word(text);
    return word;
}

bool have_common_synset(const Word &a, const Word &b) {
    return have_common(a.synsets.own, b.synsets.own) || have_common(a.synsets.own, b.synsets.of_base) ||
           have_common(a.synsets.of_base, b.synsets.own) || have_common(a.synsets.of_base, b.synsets.of_base);
}

} // namespace cutline::meteor
