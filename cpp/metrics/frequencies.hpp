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
    // n-gram of two words and more of every sentence, sentence by sentence in the order of for_each_ngram.
    Frequencies(const References &references, int highest, std::size_t jobs, std::vector<Name> *names = nullptr);

    // Read from a table: entries are added one by one.
    explicit Frequencies(double images);
    void add(const std::vector<std::string_view> &words, uint32_t count);

    // Other counts for the same n-grams, in the order of for_each, which leaves out those that become 0 from then on.
    void recount(const uint32_t *counts, double images);

    double images() const { return images_; }
    std::size_t size() const;
    const std::shared_ptr<const Vocabulary> &vocabulary() const { return vocabulary_; }

    static Name single(WordId word) { return static_cast<Name>(word * kNames + kTables); }
    uint32_t count(Name name) const {
        std::size_t table = name % kNames;
        return (table < kTables ? tables_[table].counts : single_)[name / kNames].count;
    }
    void prefetch(Name name) const {
        std::size_t table = name % kNames;
        __builtin_prefetch(&(table < kTables ? tables_[table].counts : single_)[name / kNames]);
    }
    uint32_t count(const Ngram &gram) const; // 0 if it is in no reference
    void prefetch(const Ngram &gram) const;

    // use(words, count) for every n-gram; unused places of its four words are 0.
    template <class Use> void for_each(Use use) const {
        WordId words[kMaxOrder] = {};
        for (words[0] = 1; words[0] < single_.size(); ++words[0])
            if (uint32_t count = single_[words[0]].count) use(words, count);
        for (const Table &table : tables_)
            for (std::size_t i = 0; i < table.grams.size(); ++i) {
                table.grams[i].unpack(words);
                use(words, table.counts[i].count);
            }
    }

  private:
    struct Count {
        uint32_t count = 0;
        uint32_t last_image = 0; // counted last for this image, from 1 on
        void see(std::size_t image) {
            count += last_image != image + 1;
            last_image = static_cast<uint32_t>(image + 1);
        }
    };
    // Nearly all the time goes into waiting for memory. So what is read at random is small: a slot holds half a hash and
    // the number of an n-gram. They are numbered as they appear, which keeps the counts of frequent ones close together.
    struct Slot {
        uint32_t hash = 0;
        uint32_t number = 0; // from 1 on; 0: free
    };
    struct Table {
        std::vector<Slot> slots;
        std::vector<Ngram> grams;
        std::vector<Count> counts;
        Table();
        void expect(std::size_t ngrams);
        uint32_t add(const Ngram &gram, uint64_t hash); // its number, from 0 on, new or not
        uint32_t count_of(const Ngram &gram, uint64_t hash) const;
        void prefetch(uint64_t hash) const { __builtin_prefetch(&slots[half(hash) & (slots.size() - 1)]); }
        void prefetch_gram(uint64_t hash) const {
            uint32_t number = slots[half(hash) & (slots.size() - 1)].number;
            if (!number) return;
            __builtin_prefetch(&grams[number - 1]);
            __builtin_prefetch(&counts[number - 1]);
        }
        static uint32_t half(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }
        void resize(std::size_t size);
    };
    // By an n-gram's first two words, so that threads fill tables of their own and pass over what is not theirs at once.
    static constexpr std::size_t kTables = 8;
    static std::size_t table_of(const Ngram &gram) { return gram.low * 0x9E3779B97F4A7C15u >> 61; }
    static_assert(kTables == std::size_t{1} << (64 - 61));
    // A name is a number in a table and, in its lowest bits, which table; kTables stands for single_.
    static constexpr std::size_t kNames = 2 * kTables;

    void count_words(const References &references);
    void count_part(const References &references, int highest, std::size_t part, std::size_t parts, Name *names);

    std::vector<Table> tables_; // n-grams of two words and more
    std::vector<Count> single_; // those of one word, by its number
    std::shared_ptr<const Vocabulary> vocabulary_;
    Vocabulary *growing_ = nullptr; // vocabulary_ while entries are added
    double images_;
};

} // namespace cutline
