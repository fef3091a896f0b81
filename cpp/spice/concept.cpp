#include "concept.hpp"

#include <algorithm>
#include <iterator>

#include "../scene/strings.hpp"

namespace cutline::spice {
namespace {

template <class Items> Items united(const Items &a, const Items &b) {
    Items both;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

template <class Items> std::size_t count_common(const Items &a, const Items &b) {
    std::size_t common = 0;
    for (auto i = a.begin(), k = b.begin(); i != a.end() && k != b.end();) {
        if (*i < *k) ++i;
        else if (*k < *i) ++k;
        else ++common, ++i, ++k;
    }
    return common;
}

} // namespace

void Concept::merge(const Concept &other) {
    words = united(words, other.words);
    synsets = united(synsets, other.synsets);
}

Concept concept_of(std::string_view word, const meteor::Synonyms &synonyms) {
    std::string key = scene::lowered(word);
    std::replace(key.begin(), key.end(), ' ', '_'); // as the synonyms are listed: "hot_dog"
    meteor::Synsets found = synonyms.of(key);
    Concept made{{std::string(word)}, {}};
    std::set_union(found.own.begin(), found.own.end(), found.of_base.begin(), found.of_base.end(), std::back_inserter(made.synsets));
    return made;
}

bool are_similar(const Concept &a, const Concept &b) { return count_common(a.words, b.words) || count_common(a.synsets, b.synsets); }

double similarity(const Concept &a, const Concept &b) {
    if (count_common(a.words, b.words)) return 1;
    std::size_t common = count_common(a.synsets, b.synsets), all = a.synsets.size() + b.synsets.size() - common;
    return common ? static_cast<double>(common) / static_cast<double>(all) : 0;
}

} // namespace cutline::spice
