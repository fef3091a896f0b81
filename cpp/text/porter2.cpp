#include "porter2.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace cutline {
namespace {

// A `Y` is a y that stands for a consonant; the word is marked with them while it is being stemmed.
constexpr std::u16string_view kVowels = u"aeiouy";

bool is_any_of(std::u16string_view units, char16_t unit) { return units.find(unit) != std::u16string_view::npos; }
bool is_vowel(char16_t unit) { return is_any_of(kVowels, unit); }

struct Word {
    std::u16string &units;
    std::size_t r1, r2; // where the regions begin that most suffixes have to lie in; they stay when the word shrinks
};

// What has to hold for a suffix that begins at `start` to be replaced.
using Condition = bool (*)(const Word &word, std::size_t start);

struct Rule {
    std::u16string_view suffix, replacement;
    Condition holds;
};

bool always(const Word &, std::size_t) { return true; }
bool in_r1(const Word &word, std::size_t start) { return start >= word.r1; }
bool in_r2(const Word &word, std::size_t start) { return start >= word.r2; }
bool after_two(const Word &, std::size_t start) { return start >= 2; }

bool follows_any_of(std::u16string_view wanted, const Word &word, std::size_t start) {
    return start > 0 && is_any_of(wanted, word.units[start - 1]);
}

bool in_r1_after_l(const Word &word, std::size_t start) {
    return in_r1(word, start) && follows_any_of(u"l", word, start);
}

bool in_r2_after_l(const Word &word, std::size_t start) {
    return in_r2(word, start) && follows_any_of(u"l", word, start);
}

bool in_r2_after_s_or_t(const Word &word, std::size_t start) {
    return in_r2(word, start) && follows_any_of(u"st", word, start);
}

bool in_r1_after_li_letter(const Word &word, std::size_t start) {
    return in_r1(word, start) && follows_any_of(u"cdeghkmnrt", word, start);
}

bool after_vowel(const Word &word, std::size_t start) {
    return std::any_of(word.units.begin(), word.units.begin() + static_cast<std::ptrdiff_t>(start), is_vowel);
}

// The vowel must not be the unit next to the suffix: "gaps" loses its s, "gas" and "this" keep it.
bool after_vowel_and_unit(const Word &word, std::size_t start) { return start > 0 && after_vowel(word, start - 1); }

// "cry" but neither "by", where only one unit comes before the y, nor "say".
bool after_inner_consonant(const Word &word, std::size_t start) {
    return start >= 2 && !is_vowel(word.units[start - 1]);
}

// Whether a short syllable ends at `end`: a vowel between two consonants the last of which is not w, x or Y, or, where
// the word begins, a vowel and any consonant.
bool is_after_short_syllable(const Word &word, std::size_t end) {
    if (end < 2 || is_vowel(word.units[end - 1]) || !is_vowel(word.units[end - 2])) return false;
    return end == 2 || (!is_any_of(u"wxY", word.units[end - 1]) && !is_vowel(word.units[end - 3]));
}

bool at_r1_after_short_syllable(const Word &word, std::size_t start) {
    return start == word.r1 && is_after_short_syllable(word, start);
}

bool in_r1_after_no_short_syllable(const Word &word, std::size_t start) {
    return in_r1(word, start) && !is_after_short_syllable(word, start);
}

// The steps of the algorithm. Where a suffix is replaced by itself, it is there to keep a shorter one from being found.

constexpr Rule kStep0[] = {{u"'", u"", always}, {u"'s", u"", always}, {u"'s'", u"", always}};

constexpr Rule kStep1a[] = {
    {u"sses", u"ss", always}, {u"s", u"", after_vowel_and_unit}, {u"us", u"us", always}, {u"ss", u"ss", always},
    {u"ied", u"i", after_two}, {u"ied", u"ie", always}, // "tried", "tied"
    {u"ies", u"i", after_two}, {u"ies", u"ie", always},
};

constexpr Rule kStep1b[] = {
    {u"eed", u"ee", in_r1},      {u"eedly", u"ee", in_r1},   {u"ed", u"", after_vowel},
    {u"edly", u"", after_vowel}, {u"ing", u"", after_vowel}, {u"ingly", u"", after_vowel},
};

// What step 1b does once it has taken away a suffix: "hop(p)ing", "hop(e)ing".
constexpr Rule kStep1bMend[] = {
    {u"at", u"ate", always}, {u"bl", u"ble", always}, {u"iz", u"ize", always}, {u"bb", u"b", always},
    {u"dd", u"d", always},   {u"ff", u"f", always},   {u"gg", u"g", always},   {u"mm", u"m", always},
    {u"nn", u"n", always},   {u"pp", u"p", always},   {u"rr", u"r", always},   {u"tt", u"t", always},
    {u"", u"e", at_r1_after_short_syllable},
};

constexpr Rule kStep1c[] = {{u"y", u"i", after_inner_consonant}, {u"Y", u"i", after_inner_consonant}};

constexpr Rule kStep2[] = {
    {u"tional", u"tion", in_r1}, {u"enci", u"ence", in_r1},   {u"anci", u"ance", in_r1},
    {u"abli", u"able", in_r1},   {u"entli", u"ent", in_r1},   {u"izer", u"ize", in_r1},
    {u"ization", u"ize", in_r1}, {u"ational", u"ate", in_r1}, {u"ation", u"ate", in_r1},
    {u"ator", u"ate", in_r1},    {u"alism", u"al", in_r1},    {u"aliti", u"al", in_r1},
    {u"alli", u"al", in_r1},     {u"fulness", u"ful", in_r1}, {u"ousli", u"ous", in_r1},
    {u"ousness", u"ous", in_r1}, {u"iveness", u"ive", in_r1}, {u"iviti", u"ive", in_r1},
    {u"biliti", u"ble", in_r1},  {u"bli", u"ble", in_r1},     {u"ogi", u"og", in_r1_after_l},
    {u"fulli", u"ful", in_r1},   {u"lessli", u"less", in_r1}, {u"li", u"", in_r1_after_li_letter},
};

constexpr Rule kStep3[] = {
    {u"tional", u"tion", in_r1}, {u"ational", u"ate", in_r1}, {u"alize", u"al", in_r1},
    {u"icate", u"ic", in_r1},    {u"iciti", u"ic", in_r1},    {u"ical", u"ic", in_r1},
    {u"ful", u"", in_r1},        {u"ness", u"", in_r1},       {u"ative", u"", in_r2}, // R2 lies within R1
};

constexpr Rule kStep4[] = {
    {u"al", u"", in_r2},   {u"ance", u"", in_r2}, {u"ence", u"", in_r2}, {u"er", u"", in_r2},    {u"ic", u"", in_r2},
    {u"able", u"", in_r2}, {u"ible", u"", in_r2}, {u"ant", u"", in_r2},  {u"ement", u"", in_r2}, {u"ment", u"", in_r2},
    {u"ent", u"", in_r2},  {u"ism", u"", in_r2},  {u"ate", u"", in_r2},  {u"iti", u"", in_r2},   {u"ous", u"", in_r2},
    {u"ive", u"", in_r2},  {u"ize", u"", in_r2},  {u"ion", u"", in_r2_after_s_or_t},
};

constexpr Rule kStep5[] = {
    {u"e", u"", in_r2},
    {u"e", u"", in_r1_after_no_short_syllable},
    {u"l", u"", in_r2_after_l},
};

bool has_suffix(std::u16string_view units, std::u16string_view suffix) {
    return units.size() >= suffix.size() && units.substr(units.size() - suffix.size()) == suffix;
}

// Applies the rule for the longest suffix the word has, and only for that one: where its condition does not hold, no
// shorter suffix is tried. Of two rules for one suffix, the first that holds. Returns the rule, or null for none.
template <std::size_t Size> const Rule *apply(const Rule (&rules)[Size], Word &word) {
    std::size_t longest = 0;
    for (const Rule &rule : rules)
        if (has_suffix(word.units, rule.suffix)) longest = std::max(longest, rule.suffix.size());
    std::size_t start = word.units.size() - longest;
    for (const Rule &rule : rules) {
        if (rule.suffix.size() != longest || !has_suffix(word.units, rule.suffix)) continue;
        if (!rule.holds(word, start)) continue;
        word.units.replace(start, longest, rule.replacement);
        return &rule;
    }
    return nullptr;
}

struct Exception {
    std::u16string_view word, stem;
};

constexpr Exception kExceptions[] = {
    {u"skis", u"ski"},      {u"skies", u"sky"},    {u"dying", u"die"},   {u"lying", u"lie"},   {u"tying", u"tie"},
    {u"idly", u"idl"},      {u"gently", u"gentl"}, {u"ugly", u"ugli"},   {u"early", u"earli"}, {u"only", u"onli"},
    {u"singly", u"singl"},  {u"sky", u"sky"},      {u"news", u"news"},   {u"howe", u"howe"},   {u"atlas", u"atlas"},
    {u"cosmos", u"cosmos"}, {u"bias", u"bias"},    {u"andes", u"andes"},
};

// Words that are left as they are once a plural s is gone.
constexpr std::u16string_view kFinalAfterStep1a[] = {u"inning",  u"outing",  u"canning", u"herring",
                                                     u"earring", u"proceed", u"exceed",  u"succeed"};

// Beginnings that R1 starts right after, so that "generate" and "general" keep different stems.
constexpr std::u16string_view kPrefixes[] = {u"gener", u"commun", u"arsen"};

// Marks the ys that begin the word or follow a vowel. Returns whether there are any.
bool mark_consonant_ys(std::u16string &units) {
    bool any = false;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i] != 'y' || (i > 0 && !is_vowel(units[i - 1]))) continue;
        units[i] = 'Y';
        any = true;
    }
    return any;
}

// The place after the first consonant that follows a vowel; the end if there is none.
std::size_t next_region(std::u16string_view units, std::size_t from) {
    std::size_t vowel = units.find_first_of(kVowels, from);
    std::size_t consonant = units.find_first_not_of(kVowels, vowel);
    return consonant == std::u16string_view::npos ? units.size() : consonant + 1;
}

Word with_regions(std::u16string &units) {
    std::size_t r1 = next_region(units, 0);
    for (std::u16string_view prefix : kPrefixes)
        if (units.compare(0, prefix.size(), prefix) == 0) r1 = prefix.size();
    return {units, r1, next_region(units, r1)};
}

void take_suffixes(Word &word) {
    apply(kStep0, word);
    apply(kStep1a, word);
    for (std::u16string_view final_word : kFinalAfterStep1a)
        if (word.units == final_word) return;
    const Rule *applied = apply(kStep1b, word);
    if (applied && applied->replacement.empty()) apply(kStep1bMend, word);
    apply(kStep1c, word);
    apply(kStep2, word);
    apply(kStep3, word);
    apply(kStep4, word);
    apply(kStep5, word);
}

} // namespace

void stem(std::u16string &word) {
    if (word.size() < 3) return;
    for (const Exception &exception : kExceptions)
        if (word == exception.word) {
            word = exception.stem;
            return;
        }
    if (word.front() == '\'') word.erase(0, 1);
    bool is_marked = mark_consonant_ys(word);
    Word parts = with_regions(word);
    take_suffixes(parts);
    // A Y that was in the word from the beginning goes too, but only along with others: so does Snowball.
    if (is_marked) std::replace(word.begin(), word.end(), u'Y', u'y');
}

} // namespace cutline
