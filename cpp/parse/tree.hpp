// The best tree over a sentence, given a score for every possible head of every word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cutline::parse {

// Finds trees in which no two arcs cross and one word hangs from the root. (Eisner 1996.) Cubic in the sentence's length.
class BestTree {
  public:
    // scores[word * (size + 1) + head] for words 0 .. size-1 and heads 0 .. size, where head 0 is the root and head h
    // is word h - 1. Writes each word's head in the same numbers. Of equally good trees it is always the same one.
    void find(const float *scores, std::size_t size, uint16_t *heads);

  private:
    // The best way to hang a span of words from its first (right) or last (left) word. `open` spans end in a word that
    // has all its dependents on the inner side; its split says where two spans were joined.
    struct Span {
        double score;
        uint32_t split;
    };

    Span &at(std::vector<Span> &spans, std::size_t first, std::size_t last) { return spans[first * size_ + last]; }
    void fill(const float *scores);
    void join(const float *scores, std::size_t first, std::size_t last);
    void follow_open(bool to_right, std::size_t first, std::size_t last, uint16_t *heads);
    void follow_closed(bool to_right, std::size_t first, std::size_t last, uint16_t *heads);

    std::size_t size_ = 0;
    std::vector<Span> open_right_, open_left_, closed_right_, closed_left_;
};

} // namespace cutline::parse
