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
    // Names an n-gram of these frequencies; stays the same while more are added.
    using Name = uint32_t;

    // Counted over references, n-grams of 1 .. highest words. If `names` is given, it receives the name of every
    // n-gram of every sentence, sentence by sentence in the order of for_each_ngram.
    Frequencies(const References &references, int highest, std::size_t jobs, std::vector<Name> *names = nullptr);

    // Read from a table: entries are added one by one.
    explicit Frequencies(double images);
    void add(const std::vector<std::string_view> &words, uint32_t count);

    double images() const { return images_; }
    std::size_t size() const;
    const std::shared_ptr<const Vocabulary> &vocabulary() const { return vocabulary_; }

    uint32_t count(Name name) const {
        std::size_t table = name % kNames;
        return (table < kTables ? tables_[table].entries : single_)[name / kNames].count;
    }
    uint32_t count(const Ngram &gram) const; // 0 if it is in no reference
    void prefetch(const Ngram &gram) const;

    // use(words, count) for every n-gram; unused places of its four words are 0.
    template <class Use> void for_each(Use use) const {
        for (WordId id = 1; id < single_.size(); ++id) {
            const WordId words[kMaxOrder] = {id};
            if (single_[id].count) use(words, single_[id].count);
        }
        for (const Table &table : tables_)
            for (const Slot &slot : table.slots)
                if (slot.words[0]) use(slot.words, table.entries[slot.entry].count);
    }

  private:
    // Nearly all the time goes into waiting for memory, so slots are small; counts stand apart, where those of
    // frequent n-grams, which come first, are close together.
    struct Slot {
        WordId words[kMaxOrder] = {}; // words[0] 0: free
        uint32_t entry = 0;

        bool holds(const Ngram &gram) const {
            return (words[0] | static_cast<uint64_t>(words[1]) << 32) == gram.low &&
                   (words[2] | static_cast<uint64_t>(words[3]) << 32) == gram.high;
        }
        Ngram gram() const { return Ngram::of(words, kMaxOrder); }
    };
    struct Entry {
        uint32_t count = 0;
        uint32_t last_image = 0; // counted last for this image, from 1 on
    };
    struct Table {
        std::vector<Slot> slots;
        std::vector<Entry> entries;
        uint32_t entry_of(const Ngram &gram, uint64_t hash); // adds it if need be
        const Slot *find(const Ngram &gram, uint64_t hash) const;
        void prefetch(uint64_t hash) const;
        void grow();
    };
    // By the hash's lowest bits, so that threads fill tables of their own. Powers of two, so that no division is needed.
    static constexpr std::size_t kTables = 8;
    static std::size_t table_of(uint64_t hash) { return hash % kTables; }
    // A name is a number in a table and, in its lowest bits, which table; kTables stands for single_.
    static constexpr std::size_t kNames = 2 * kTables;

    void count_words(const References &references, int highest, Name *names);
    void count_part(const References &references, int highest, std::size_t part, std::size_t parts, Name *names);

    std::vector<Table> tables_; // n-grams of two words and more
    std::vector<Entry> single_; // those of one word, by its number
    std::shared_ptr<const Vocabulary> vocabulary_;
    Vocabulary *growing_ = nullptr; // vocabulary_ while entries are added
    double images_;
};

} // namespace cutline
