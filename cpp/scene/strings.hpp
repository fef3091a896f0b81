// Words and tags as the rules look at them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "../text/lower_case.hpp"
#include "../text/utf8.hpp"

namespace cutline::scene {

inline bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

template <class Words> bool is_one_of(std::string_view word, const Words &words) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

inline std::string lowered(std::string_view text) {
    std::string lower;
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
        for (char c : text) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else {
        append_lower(lower, to_utf16(text));
    }
    return lower;
}

// Without the characters that Java's trim() cuts off.
inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text;
}

inline bool is_noun(std::string_view tag) { return is_one_of(tag, {"NN", "NNS", "NNP", "NNPS"}); }
inline bool is_plural_noun(std::string_view tag) { return is_one_of(tag, {"NNS", "NNPS"}); }
inline bool is_pronoun(std::string_view tag) { return starts_with(tag, "PRP"); }

} // namespace cutline::scene
