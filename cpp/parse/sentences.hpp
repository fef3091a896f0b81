// Captions as the parser reads them: tokens with their case and punctuation, cut into sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../words/encode.hpp"

namespace cutline::parse {

struct TokenizedCaptions {
    std::vector<std::string> tokens;
    std::vector<uint32_t> sentence_ends; // in tokens, one after another
    std::vector<uint32_t> caption_ends;  // in sentences
};

// No parse tree is wider: a sentence that goes on is read in pieces, so that any caption has an answer in bounded time.
inline constexpr std::size_t kLongestSentence = 250;

// Each caption (valid UTF-8) by itself, split as the PTB tokenizer splits it. A line end is white space.
TokenizedCaptions tokenize_alone(const Texts &captions, std::size_t jobs);

} // namespace cutline::parse
