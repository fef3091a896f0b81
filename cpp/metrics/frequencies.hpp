// In how many images' references each n-gram occurs.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "data.hpp"
#include "ngrams.hpp"

namespace cutline {

class Frequencies {
  public:
    // Counted over references, n-grams of 1 .. highest words.
    Frequencies(const References &references, int highest, std::size_t jobs);

    // Read from a table: entries are added one by one.
    explicit Frequencies(double images);
    void add(const std::vector<std::string_view> &words, uint32_t count);

    double images() const { return images_; }
    std::size_t size() const;
    const std::shared_ptr<const Vocabulary> &vocabulary() const { return vocabulary_; }

    void prefetch(const Ngram &gram) const;
    uint32_t operator[](const Ngram &gram) const; // 0 if it is in no reference

    // use(words, count) for every n-gram; unused places of its four words are 0.
    template <class Use> void for_each(Use use) const {
        for (const Table &table : tables_)
            for (const Slot &slot : table.slots)
                if (slot.words[0]) use(slot.words, slot.count);
    }

  private:
    // Nearly all the time goes into waiting for memory, so slots are small.
    struct Slot {
        WordId words[kMaxOrder] = {}; // words[0] 0: free
        uint32_t count = 0;
        uint32_t last_image = 0; // counted last for this image, from 1 on

        bool holds(const Ngram &gram) const {
            return (words[0] | static_cast<uint64_t>(words[1]) << 32) == gram.low &&
                   (words[2] | static_cast<uint64_t>(words[3]) << 32) == gram.high;
        }
        Ngram gram() const { return Ngram::of(words, kMaxOrder); }
    };
    struct Table {
        std::vector<Slot> slots;
        std::size_t used = 0;
        Slot &at(const Ngram &gram, uint64_t hash); // adds it if need be
        void prefetch(uint64_t hash) const;
        void grow();
    };
    // By the hash's lowest bits, so that threads fill tables of their own.
    static constexpr std::size_t kTables = 8;
    static std::size_t table_of(uint64_t hash) { return hash & (kTables - 1); }

    void count(const References &references, int highest, std::size_t part, std::size_t parts);

    std::vector<Table> tables_;
    std::shared_ptr<const Vocabulary> vocabulary_;
    Vocabulary *growing_ = nullptr; // vocabulary_ while entries are added
    double images_;
};

} // namespace cutline
