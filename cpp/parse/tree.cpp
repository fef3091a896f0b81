#include "tree.hpp"

#include <limits>

namespace cutline::parse {
namespace {

// The score of word `dependent` hanging from word `head`.
inline double arc(const float *scores, std::size_t size, std::size_t head, std::size_t dependent) {
    return static_cast<double>(scores[dependent * (size + 1) + head + 1]);
}

} // namespace

void BestTree::find(const float *scores, std::size_t size, uint16_t *heads) {
    if (!size) return;
    size_ = size;
    for (auto *spans : {&open_right_, &open_left_, &closed_right_, &closed_left_}) spans->assign(size * size, {0.0, 0});
    fill(scores);
    double best = -std::numeric_limits<double>::infinity();
    std::size_t root = 0;
    for (std::size_t word = 0; word < size; ++word) {
        double score = at(closed_left_, 0, word).score + at(closed_right_, word, size - 1).score +
                       static_cast<double>(scores[word * (size + 1)]);
        if (score > best) best = score, root = word;
    }
    heads[root] = 0;
    follow_closed(false, 0, root, heads);
    follow_closed(true, root, size - 1, heads);
}

void BestTree::fill(const float *scores) {
    for (std::size_t width = 1; width < size_; ++width)
        for (std::size_t first = 0; first + width < size_; ++first) join(scores, first, first + width);
}

void BestTree::join(const float *scores, std::size_t first, std::size_t last) {
    constexpr double kLowest = -std::numeric_limits<double>::infinity();
    // Scores that are no numbers beat nothing, and a tree must come of them too.
    auto start = static_cast<uint32_t>(first);
    Span inner{kLowest, start}, right{kLowest, start + 1}, left{kLowest, start};
    for (std::size_t split = first; split < last; ++split) {
        double score = at(closed_right_, first, split).score + at(closed_left_, split + 1, last).score;
        if (score > inner.score) inner = {score, static_cast<uint32_t>(split)};
    }
    at(open_right_, first, last) = {inner.score + arc(scores, size_, first, last), inner.split};
    at(open_left_, first, last) = {inner.score + arc(scores, size_, last, first), inner.split};
    for (std::size_t split = first; split < last; ++split) {
        double to_left = at(closed_left_, first, split).score + at(open_left_, split, last).score;
        if (to_left > left.score) left = {to_left, static_cast<uint32_t>(split)};
        double to_right = at(open_right_, first, split + 1).score + at(closed_right_, split + 1, last).score;
        if (to_right > right.score) right = {to_right, static_cast<uint32_t>(split + 1)};
    }
    at(closed_left_, first, last) = left;
    at(closed_right_, first, last) = right;
}

void BestTree::follow_open(bool to_right, std::size_t first, std::size_t last, uint16_t *heads) {
    if (to_right) heads[last] = static_cast<uint16_t>(first + 1);
    else heads[first] = static_cast<uint16_t>(last + 1);
    std::size_t split = at(to_right ? open_right_ : open_left_, first, last).split;
    follow_closed(true, first, split, heads);
    follow_closed(false, split + 1, last, heads);
}

void BestTree::follow_closed(bool to_right, std::size_t first, std::size_t last, uint16_t *heads) {
    if (first == last) return;
    std::size_t split = at(to_right ? closed_right_ : closed_left_, first, last).split;
    if (to_right) {
        follow_open(true, first, split, heads);
        follow_closed(true, split, last, heads);
    } else {
        follow_closed(false, first, split, heads);
        follow_open(false, split, last, heads);
    }
}

} // namespace cutline::parse
