// Length of the longest common subsequence of two sentences, 64 places at a time (Hyyrö 2004).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../words/sentences.hpp"

namespace cutline {

class LongestCommon {
  public:
    // The sentence that all others are compared with.
    void set(Words words) {
        words_ = words;
        places_.clear();
        if (words.size <= 64) return;
        for (std::size_t at = 0; at < words.size; ++at) {
            auto &blocks = places_[words.data[at]];
            blocks.resize((words.size + 63) / 64);
            blocks[at / 64] |= uint64_t{1} << at % 64;
        }
    }

    std::size_t length_with(Words other) { return words_.size <= 64 ? short_length(other) : long_length(other); }

  private:
    std::size_t short_length(Words other) const {
        uint64_t open = ~uint64_t{0};
        for (WordId word : other) {
            uint64_t match = 0;
            for (std::size_t at = 0; at < words_.size; ++at) match |= uint64_t{words_.data[at] == word} << at;
            open = (open + (open & match)) | (open & ~match);
        }
        uint64_t used = words_.size == 64 ? ~uint64_t{0} : (uint64_t{1} << words_.size) - 1;
        return static_cast<std::size_t>(__builtin_popcountll(~open & used));
    }

    std::size_t long_length(Words other) {
        std::size_t blocks = (words_.size + 63) / 64;
        open_.assign(blocks, ~uint64_t{0});
        for (WordId word : other) {
            auto found = places_.find(word);
            if (found == places_.end()) continue;
            uint64_t carry = 0;
            for (std::size_t i = 0; i < blocks; ++i) {
                uint64_t open = open_[i], match = found->second[i], sum;
                bool over = __builtin_add_overflow(open, open & match, &sum);
                over |= __builtin_add_overflow(sum, carry, &sum);
                carry = over;
                open_[i] = sum | (open & ~match);
            }
        }
        std::size_t length = 0;
        for (std::size_t at = 0; at < words_.size; ++at) length += !(open_[at / 64] >> at % 64 & 1);
        return length;
    }

    Words words_{nullptr, 0};
    std::unordered_map<WordId, std::vector<uint64_t>> places_;
    std::vector<uint64_t> open_;
};

} // namespace cutline
