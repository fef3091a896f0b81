// The captions of a corpus as METEOR reads them.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../words/sentences.hpp"
#include "../words/vocabulary.hpp"
#include "matches.hpp"
#include "words.hpp"

namespace cutline::meteor {

// The lines of a caption before they are normalised. The official program deletes ||| from a candidate and then makes two
// spaces one; a reference with ||| in it becomes several. A line feed would end the official program's line: here it is
// a space, as is a carriage return.
std::string candidate_line(std::string caption);
std::vector<std::string> reference_lines(std::string caption);

// METEOR normalises captions that are tokenized already. Words of plain letters and digits come out as they went in, so
// captions of such words alone are used where they are; only the others are spelt out and normalised, once.
class Captions {
  public:
    Captions(const Sentences &references, const Vocabulary &vocabulary, const Tables &tables, std::size_t jobs);

    // Candidates, whose words are numbered after those of the references.
    Captions(const Sentences &candidates, const Vocabulary &vocabulary, const Vocabulary &added, const Captions &references,
             const Tables &tables, std::size_t jobs);

    Captions(const Captions &) = delete; // lines point to words

    std::size_t line_count(std::size_t caption) const {
        auto found = rewritten_.find(caption);
        return found == rewritten_.end() ? 1 : found->second.size();
    }

    void read(std::size_t caption, std::size_t line, Line &out) const;

    // Marks the words of the paraphrase table that occur.
    void mark_used(std::vector<bool> &is_used) const;

  private:
    template <class TextOf> void look_up_words(std::size_t count, TextOf text_of, const Tables &tables, std::size_t jobs);
    template <class TextOf, class LinesOf>
    void rewrite(TextOf text_of, LinesOf lines_of, const Tables &tables, std::size_t jobs);

    const Word &word(WordId id) const {
        return id <= known_count_ ? (*known_)[id - 1] : words_[id - known_count_ - 1];
    }

    const Sentences &sentences_;
    const std::vector<Word> *known_ = nullptr; // the references' words, if these are candidates
    std::size_t known_count_ = 0;
    std::vector<Word> words_; // of the vocabulary that is new here
    std::unordered_map<std::size_t, std::vector<std::vector<const Word *>>> rewritten_;
    std::unordered_map<std::string, const Word *> rewritten_words_;
    std::deque<Word> more_words_; // what rewritten_words_ points to
};

} // namespace cutline::meteor
