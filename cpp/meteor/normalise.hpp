// METEOR 1.5's normalisation of an English line (its option -norm), down to the words that it compares.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cutline::meteor {

// Abbreviations whose dot belongs to them rather than to the end of a sentence, without it; case matters.
struct Prefixes {
    std::set<std::u16string, std::less<>> always;
    std::set<std::u16string, std::less<>> before_numbers; // only where a number follows: No. 5
};

// From the text (valid UTF-8) of METEOR's nonbreaking/english.prefixes: one a line, with # comments.
Prefixes read_prefixes(std::string_view file);

// Appends the words of a line (valid UTF-8), normalised and lower-cased, to `words`.
void normalise(std::string_view line, const Prefixes &prefixes, std::vector<std::string> &words);

} // namespace cutline::meteor
