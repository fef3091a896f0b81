// How often a candidate's n-grams occur in it and in a reference.
#pragma once

#include <algorithm>
#include <vector>

#include "ngrams.hpp"

namespace cutline {

// Holds one candidate's n-grams and, for one reference at a time, their counts there.
// ForEach(words, use) lists the n-grams of a sentence by calling use(order, gram).
class MatchedCounts {
  public:
    template <class ForEach> void set_candidate(Words words, ForEach for_each) {
        grams_.clear();
        candidate_.clear();
        order_.clear();
        for_each(words, [&](int order, const Ngram &gram) {
            uint32_t i = grams_.add(gram);
            if (i == candidate_.size()) {
                candidate_.push_back(0);
                order_.push_back(static_cast<uint8_t>(order));
            }
            ++candidate_[i];
        });
        reference_.assign(grams_.size(), 0);
        seen_.clear();
    }

    // Counts the candidate's n-grams in a reference; returns how many n-grams the reference has in all.
    template <class ForEach> std::size_t set_reference(Words words, ForEach for_each) {
        for (uint32_t i : seen_) reference_[i] = 0;
        seen_.clear();
        std::size_t total = 0;
        for_each(words, [&](int, const Ngram &gram) {
            ++total;
            uint32_t i = grams_.find(gram);
            if (i != NgramSet::kAbsent && reference_[i]++ == 0) seen_.push_back(i);
        });
        return total;
    }

    // The same for n-grams of 1 .. highest words, which the candidate must have been set with. Where the reference goes on
    // with words the candidate does not have, longer n-grams need not be looked for.
    void set_reference_ngrams(Words words, int highest) {
        for (uint32_t i : seen_) reference_[i] = 0;
        seen_.clear();
        for (std::size_t at = 0; at < words.size; ++at)
            for (int order = 1; order <= highest && at + static_cast<std::size_t>(order) <= words.size; ++order) {
                uint32_t i = grams_.find(Ngram::of(words.data + at, order));
                if (i == NgramSet::kAbsent) break;
                if (reference_[i]++ == 0) seen_.push_back(i);
            }
    }

    uint32_t size() const { return grams_.size(); }
    const Ngram &gram(uint32_t i) const { return grams_[i]; }
    int order(uint32_t i) const { return order_[i]; }
    uint32_t in_candidate(uint32_t i) const { return candidate_[i]; }
    uint32_t in_reference(uint32_t i) const { return reference_[i]; }
    const std::vector<uint32_t> &seen_in_reference() const { return seen_; } // not in order of appearance in the candidate

    // n-grams the two share, each counted as often as both have it.
    std::size_t shared() const {
        std::size_t total = 0;
        for (uint32_t i : seen_) total += std::min(candidate_[i], reference_[i]);
        return total;
    }

  private:
    NgramSet grams_;
    std::vector<uint32_t> candidate_, reference_, seen_;
    std::vector<uint8_t> order_;
};

} // namespace cutline
