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

// Texts of valid UTF-8 in one string, a line feed after each: as the official program wants them.
struct Texts {
    std::string bytes;
    std::vector<std::size_t> starts{0};

    std::size_t count() const { return starts.size() - 1; }
    std::string_view operator[](std::size_t i) const {
        return std::string_view(bytes).substr(starts[i], starts[i + 1] - starts[i] - 1);
    }
    void append(std::string_view text) {
        bytes += text;
        bytes += '\n';
        starts.push_back(bytes.size());
    }
    void reserve(std::size_t texts, std::size_t size) {
        bytes.reserve(size + texts);
        starts.reserve(texts + 1);
    }
};

// The words of each caption, joined by single spaces.
Texts tokenize(Texts captions, Tokenization tokenization, std::size_t jobs);

// Numbers for the words of each caption: those of `known` keep their number, new ones are added to `added`
// and numbered after the last known one.
Sentences encode(Texts captions, Tokenization tokenization, const Vocabulary &known, Vocabulary &added,
                 std::size_t jobs);

} // namespace cutline
