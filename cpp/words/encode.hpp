// Captions to numbers of words, by way of the tokenizer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sentences.hpp"
#include "vocabulary.hpp"

namespace cutline {

enum class Tokenization {
    joined, // all captions as one text, as the official program does: a caption can depend on the next
    alone,  // each caption by itself
    none,   // captions are tokenized already: split at white space
};

// Texts one after another in one string of valid UTF-8.
struct Texts {
    std::string bytes;
    std::vector<std::size_t> ends{0};

    std::size_t count() const { return ends.size() - 1; }
    std::string_view operator[](std::size_t i) const {
        return std::string_view(bytes).substr(ends[i], ends[i + 1] - ends[i]);
    }
    void append(std::string_view text) {
        bytes += text;
        ends.push_back(bytes.size());
    }
};

// The words of each caption, joined by single spaces.
Texts tokenize(const Texts &captions, Tokenization tokenization, std::size_t jobs);

// Numbers for the words of each caption: those of `known` keep their number, new ones are added to `added`
// and numbered after the last known one.
Sentences encode(const Texts &captions, Tokenization tokenization, const Vocabulary &known, Vocabulary &added,
                 std::size_t jobs);

} // namespace cutline
