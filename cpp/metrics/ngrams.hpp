// n-grams of up to four words, and a set of them that is cheap to empty.
#pragma once

#include <cstdint>
#include <vector>

#include "../words/sentences.hpp"

namespace cutline {

inline constexpr int kMaxOrder = 4;

// Four word numbers; unused places are 0, so n-grams of different length never collide.
struct Ngram {
    uint64_t low = 0, high = 0;

    static Ngram of(const WordId *words, int order) {
        Ngram gram;
        gram.low = words[0];
        if (order > 1) gram.low |= static_cast<uint64_t>(words[1]) << 32;
        if (order > 2) gram.high = words[2];
        if (order > 3) gram.high |= static_cast<uint64_t>(words[3]) << 32;
        return gram;
    }
    void unpack(WordId *words) const {
        words[0] = static_cast<WordId>(low);
        words[1] = static_cast<WordId>(low >> 32);
        words[2] = static_cast<WordId>(high);
        words[3] = static_cast<WordId>(high >> 32);
    }
    bool is_single() const { return low >> 32 == 0; } // one word, or none
    bool operator==(const Ngram &other) const { return low == other.low && high == other.high; }
    uint64_t hash() const {
        uint64_t mixed = low * 0x9E3779B97F4A7C15u ^ (high + 0x7F4A7C15u) * 0xD6E8FEB86659FD93u;
        mixed ^= mixed >> 32;
        return mixed * 0x9E3779B97F4A7C15u;
    }
};

// Numbers distinct n-grams 0, 1, 2 ... in order of first appearance.
class NgramSet {
  public:
    static constexpr uint32_t kAbsent = 0xFFFFFFFF;

    NgramSet() : slots_(256) {}

    void clear() {
        grams_.clear();
        if (++generation_ == 0) { // the counter ran over: old marks would look new
            slots_.assign(slots_.size(), Slot());
            generation_ = 1;
        }
    }

    uint32_t size() const { return static_cast<uint32_t>(grams_.size()); }
    const Ngram &operator[](uint32_t i) const { return grams_[i]; }

    uint32_t add(const Ngram &gram) {
        Slot &slot = slots_[slot_of(gram)];
        if (slot.generation == generation_) return slot.number;
        slot = {gram, generation_, size()};
        grams_.push_back(gram);
        if (grams_.size() * 2 > slots_.size()) grow();
        return size() - 1;
    }

    uint32_t find(const Ngram &gram) const {
        const Slot &slot = slots_[slot_of(gram)];
        return slot.generation == generation_ ? slot.number : kAbsent;
    }

  private:
    struct Slot {
        Ngram gram;
        uint32_t generation = 0, number = 0;
    };

    std::size_t slot_of(const Ngram &gram) const {
        std::size_t mask = slots_.size() - 1, slot = (gram.hash() >> 32) & mask;
        while (slots_[slot].generation == generation_ && !(slots_[slot].gram == gram)) slot = (slot + 1) & mask;
        return slot;
    }

    void grow() {
        slots_.assign(slots_.size() * 2, Slot());
        generation_ = 1;
        for (uint32_t i = 0; i < size(); ++i) slots_[slot_of(grams_[i])] = {grams_[i], generation_, i};
    }

    std::vector<Slot> slots_; // a power of two of them
    std::vector<Ngram> grams_;
    uint32_t generation_ = 1;
};

// How many n-grams of lowest .. highest words a sentence has.
inline std::size_t ngrams_in(std::size_t words, int lowest, int highest) {
    std::size_t total = 0;
    for (std::size_t order = static_cast<std::size_t>(lowest); order <= static_cast<std::size_t>(highest) && order <= words; ++order)
        total += words - order + 1;
    return total;
}

// Calls use(order, gram) for every n-gram of a sentence, order by order, from left to right.
template <class Use> void for_each_ngram(Words words, int lowest, int highest, Use use) {
    for (int order = lowest; order <= highest; ++order)
        for (std::size_t at = 0; at + static_cast<std::size_t>(order) <= words.size; ++at)
            use(order, Ngram::of(words.data + at, order));
}

} // namespace cutline
