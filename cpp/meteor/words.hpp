// What METEOR knows of a word, looked up once for each different word.
#pragma once

#include <cstdint>
#include <string_view>

#include "tables.hpp"

namespace cutline::meteor {

inline constexpr uint32_t kNoPhraseWord = PackedStrings::kNone;

struct Word {
    // METEOR tells words, and stems, apart by Java's 32-bit hash and not by their letters: "ap" and "c2" are one to it.
    uint32_t hash = 0, stem = 0;
    // In the paraphrase table letters do count: the word's number there, and where phrases that begin with it lie.
    uint32_t phrase_word = kNoPhraseWord, first_node = Paraphrases::kRoot;
    Synsets synsets;
    bool is_function = false;
    bool is_plain = false; // of letters and digits alone: METEOR leaves it as it is
};

Word look_up(std::string_view text, const Tables &tables);

bool have_common_synset(const Word &a, const Word &b);

} // namespace cutline::meteor
