#include "frequencies.hpp"

#include <algorithm>

#include "../parallel.hpp"

namespace cutline {
namespace {

std::size_t ngram_count(const References &references, int highest) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < references.image_ends.back(); ++i) total += ngrams_in(references.sentences[i].size, 2, highest);
    return total;
}

} // namespace

Frequencies::Table::Table() : slots(64) {}

void Frequencies::Table::resize(std::size_t size) {
    std::vector<Slot> old(size);
    old.swap(slots);
    std::size_t mask = slots.size() - 1;
    for (const Slot &taken : old) {
        if (!taken.number) continue;
        std::size_t slot = taken.hash & mask;
        while (slots[slot].number) slot = (slot + 1) & mask;
        slots[slot] = taken;
    }
}

// Makes room for a table that this many n-grams, repeats included, go into.
void Frequencies::Table::expect(std::size_t ngrams) {
    std::size_t size = slots.size();
    while (size < ngrams / 3) size *= 2; // in captions about a quarter of them are distinct
    resize(size);
    grams.reserve(ngrams); // costs addresses, not memory: that comes with use
    counts.reserve(ngrams);
}

uint32_t Frequencies::Table::add(const Ngram &gram, uint64_t hash) {
    if ((grams.size() + 1) * 4 > slots.size() * 3) resize(slots.size() * 2);
    std::size_t mask = slots.size() - 1, slot = half(hash) & mask;
    for (; slots[slot].number; slot = (slot + 1) & mask)
        if (slots[slot].hash == half(hash) && grams[slots[slot].number - 1] == gram) return slots[slot].number - 1;
    grams.push_back(gram);
    counts.emplace_back();
    slots[slot] = {half(hash), static_cast<uint32_t>(grams.size())};
    return static_cast<uint32_t>(grams.size()) - 1;
}

uint32_t Frequencies::Table::count_of(const Ngram &gram, uint64_t hash) const {
    std::size_t mask = slots.size() - 1, slot = half(hash) & mask;
    for (; slots[slot].number; slot = (slot + 1) & mask)
        if (slots[slot].hash == half(hash) && grams[slots[slot].number - 1] == gram)
            return counts[slots[slot].number - 1].count;
    return 0;
}

Frequencies::Frequencies(const References &references, int highest, std::size_t jobs, std::vector<Name> *names)
    : tables_(kTables), vocabulary_(references.vocabulary), images_(static_cast<double>(references.images())) {
    std::size_t ngrams = ngram_count(references, highest);
    if (names) names->resize(ngrams);
    for (Table &table : tables_) table.expect(ngrams / kTables);
    std::size_t parts = 1;
    while (references.images() >= 512 && parts * 2 <= std::min(jobs, kTables)) parts *= 2;
    run_parts(parts, [&](std::size_t part) {
        if (part == 0) count_words(references);
        count_part(references, highest, part, parts, names ? names->data() : nullptr);
    });
}

void Frequencies::count_words(const References &references) {
    single_.resize(references.vocabulary->size() + 1);
    for (std::size_t image = 0; image < references.images(); ++image)
        for (std::size_t i = references.first(image); i < references.last(image); ++i)
            for (WordId word : references.sentences[i]) single_[word].see(image);
}

// Each part goes over all references and counts the n-grams of its own tables.
void Frequencies::count_part(const References &references, int highest, std::size_t part, std::size_t parts, Name *names) {
    struct Pending {
        Ngram gram;
        uint64_t hash;
        std::size_t place; // among all n-grams
        uint32_t table;
    };
    std::vector<Pending> pending;
    std::size_t place = 0; // of a sentence's first n-gram
    for (std::size_t image = 0; image < references.images(); ++image) {
        pending.clear();
        for (std::size_t i = references.first(image); i < references.last(image); ++i) {
            Words words = references.sentences[i];
            for (std::size_t at = 0; at + 1 < words.size; ++at) {
                std::size_t table = table_of(Ngram::of(words.data + at, 2));
                if ((table & (parts - 1)) != part) continue;
                std::size_t of_order = place + at; // its place among all n-grams
                for (int order = 2; order <= highest && at + order <= words.size; ++order) {
                    Ngram gram = Ngram::of(words.data + at, order);
                    uint64_t hash = gram.hash();
                    tables_[table].prefetch(hash);
                    pending.push_back({gram, hash, of_order, static_cast<uint32_t>(table)});
                    of_order += words.size - order + 1;
                }
            }
            place += ngrams_in(words.size, 2, highest);
        }
        for (const Pending &next : pending) tables_[next.table].prefetch_gram(next.hash);
        for (const Pending &next : pending) {
            Table &table = tables_[next.table];
            uint32_t number = table.add(next.gram, next.hash);
            if (names) names[next.place] = number * kNames + next.table;
            table.counts[number].see(image);
        }
    }
}

Frequencies::Frequencies(double images) : tables_(kTables), images_(images) {
    auto vocabulary = std::make_shared<Vocabulary>();
    growing_ = vocabulary.get();
    vocabulary_ = std::move(vocabulary);
}

void Frequencies::add(const std::vector<std::string_view> &words, uint32_t count) {
    WordId ids[kMaxOrder] = {};
    for (std::size_t i = 0; i < words.size(); ++i) ids[i] = growing_->add(words[i]);
    if (words.size() == 1) {
        single_.resize(std::max<std::size_t>(single_.size(), growing_->size() + 1));
        single_[ids[0]].count = count;
        return;
    }
    Ngram gram = Ngram::of(ids, static_cast<int>(words.size()));
    Table &table = tables_[table_of(gram)];
    uint32_t number = table.add(gram, gram.hash());
    table.counts[number].count = count;
}

void Frequencies::recount(const uint32_t *counts, double images) {
    images_ = images;
    for (Count &word : single_)
        if (word.count) word.count = *counts++;
    for (Table &table : tables_)
        for (Count &gram : table.counts) gram.count = *counts++;
}

std::size_t Frequencies::size() const {
    std::size_t total = 0;
    for (const Count &word : single_) total += word.count > 0;
    for (const Table &table : tables_) total += table.grams.size();
    return total;
}

void Frequencies::prefetch(const Ngram &gram) const {
    if (gram.is_single()) return;
    tables_[table_of(gram)].prefetch(gram.hash());
}

uint32_t Frequencies::count(const Ngram &gram) const {
    if (gram.is_single()) return gram.low < single_.size() ? single_[gram.low].count : 0;
    return tables_[table_of(gram)].count_of(gram, gram.hash());
}

} // namespace cutline
