// Compiles METEOR's lists, as the official program ships them, into the file that Tables reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../words/vocabulary.hpp"

namespace cutline::meteor {

class Compiler {
  public:
    // A piece of the paraphrase table, cut anywhere. Its lines come in threes: a probability, which METEOR never reads,
    // a phrase, and a paraphrase. Throws std::invalid_argument for text that is no such table.
    void add_paraphrases(std::string_view piece);

    // The file's bytes, given the texts of the other lists.
    std::string finish(std::string_view function_words, std::string_view prefixes, std::string_view synsets,
                       std::string_view exceptions);

  private:
    class Writer;

    void add_line(std::string_view line);
    void read_words(std::string_view line);
    std::vector<uint32_t> words_by_use() const;
    void put_phrases(const std::vector<uint32_t> &rank, Writer &writer) const;

    // Words of all phrases, one after another, with their ends; a number of a word is its place in the vocabulary.
    struct Phrases {
        std::vector<uint16_t> words;
        std::vector<uint32_t> ends;
        std::size_t count() const { return ends.size(); }
        std::size_t first(std::size_t i) const { return i ? ends[i - 1] : 0; }
    };

    std::string rest_;       // of a line that the last piece cut off
    std::size_t lines_ = 0;  // so far
    std::string last_;       // the last phrase: lines with the same one stand together
    Vocabulary vocabulary_;
    std::vector<uint32_t> numbers_; // of the words of the line at hand, for reuse
    Phrases phrases_, paraphrases_;
    std::vector<uint32_t> first_paraphrase_; // of each phrase
};

} // namespace cutline::meteor
