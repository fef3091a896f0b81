#include "frequencies.hpp"

#include <algorithm>

#include "../parallel.hpp"

namespace cutline {
namespace {

std::size_t ngram_count(const References &references, int highest) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < references.image_ends.back(); ++i) total += ngrams_in(references.sentences[i].size, highest);
    return total;
}

} // namespace

Frequencies::Table::Table() : slots(64) {}

void Frequencies::Table::resize(std::size_t size) {
    std::vector<Slot> old(size);
    old.swap(slots);
    std::size_t mask = slots.size() - 1;
    for (const Slot &taken : old) {
        if (!taken.entry) continue;
        std::size_t slot = taken.hash & mask;
        while (slots[slot].entry) slot = (slot + 1) & mask;
        slots[slot] = taken;
    }
}

// Makes room for a table that this many n-grams, repeats included, go into.
void Frequencies::Table::expect(std::size_t ngrams) {
    std::size_t size = slots.size();
    while (size < ngrams / 3) size *= 2; // in captions about a quarter of them are distinct
    resize(size);
    entries.reserve(ngrams); // costs addresses, not memory: that comes with use
}

uint32_t Frequencies::Table::entry_of(const Ngram &gram, uint64_t hash) {
    if ((entries.size() + 1) * 4 > slots.size() * 3) resize(slots.size() * 2);
    std::size_t mask = slots.size() - 1, slot = half(hash) & mask;
    for (; slots[slot].entry; slot = (slot + 1) & mask)
        if (slots[slot].hash == half(hash) && entries[slots[slot].entry - 1].gram == gram) return slots[slot].entry - 1;
    entries.emplace_back();
    entries.back().gram = gram;
    slots[slot] = {half(hash), static_cast<uint32_t>(entries.size())};
    return static_cast<uint32_t>(entries.size()) - 1;
}

const Frequencies::Entry *Frequencies::Table::find(const Ngram &gram, uint64_t hash) const {
    std::size_t mask = slots.size() - 1, slot = half(hash) & mask;
    for (; slots[slot].entry; slot = (slot + 1) & mask)
        if (slots[slot].hash == half(hash) && entries[slots[slot].entry - 1].gram == gram) return &entries[slots[slot].entry - 1];
    return nullptr;
}

Frequencies::Frequencies(const References &references, int highest, std::size_t jobs, std::vector<Name> *names)
    : tables_(kTables), vocabulary_(references.vocabulary), images_(static_cast<double>(references.images())) {
    std::size_t ngrams = ngram_count(references, highest);
    if (names) names->resize(ngrams);
    for (Table &table : tables_) table.expect(ngrams / kTables);
    std::size_t parts = 1;
    while (references.images() >= 512 && parts * 2 <= std::min(jobs, kTables)) parts *= 2;
    run_parts(parts, [&](std::size_t part) {
        if (part == 0) count_words(references, highest, names ? names->data() : nullptr);
        count_part(references, highest, part, parts, names ? names->data() : nullptr);
    });
}

void Frequencies::count_words(const References &references, int highest, Name *names) {
    single_.resize(references.vocabulary->size() + 1);
    for (std::size_t image = 0; image < references.images(); ++image)
        for (std::size_t i = references.first(image); i < references.last(image); ++i) {
            Words words = references.sentences[i];
            for (std::size_t at = 0; at < words.size; ++at) {
                single_[words.data[at]].see(image);
                if (names) names[at] = words.data[at] * kNames + kTables;
            }
            if (names) names += ngrams_in(words.size, highest);
        }
}

// Each part goes over all references and counts the n-grams of its own tables.
void Frequencies::count_part(const References &references, int highest, std::size_t part, std::size_t parts, Name *names) {
    struct Pending {
        Ngram gram;
        uint64_t hash;
        std::size_t place; // among all n-grams
    };
    std::vector<Pending> pending;
    std::size_t place = 0;
    for (std::size_t image = 0; image < references.images(); ++image) {
        std::size_t grams = 0;
        for (std::size_t i = references.first(image); i < references.last(image); ++i)
            grams += ngrams_in(references.sentences[i].size, highest);
        if (pending.size() < grams + 1) pending.resize(grams + 1);
        Pending *end = pending.data();
        for (std::size_t i = references.first(image); i < references.last(image); ++i) {
            place += references.sentences[i].size; // single words are counted apart
            for_each_ngram(references.sentences[i], 2, highest, [&](int, const Ngram &gram) {
                // Whose n-gram it is cannot be foretold: writing it always and moving on if it is ours beats a branch.
                uint64_t hash = gram.hash();
                *end = {gram, hash, place++};
                end += (hash & (parts - 1)) == part;
            });
        }
        for (Pending *next = pending.data(); next < end; ++next) tables_[table_of(next->hash)].prefetch(next->hash);
        for (Pending *next = pending.data(); next < end; ++next) tables_[table_of(next->hash)].prefetch_entry(next->hash);
        for (Pending *next = pending.data(); next < end; ++next) {
            Table &table = tables_[table_of(next->hash)];
            uint32_t number = table.entry_of(next->gram, next->hash);
            if (names) names[next->place] = number * kNames + static_cast<Name>(table_of(next->hash));
            table.entries[number].see(image);
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
    Table &table = tables_[table_of(gram.hash())];
    uint32_t number = table.entry_of(gram, gram.hash());
    table.entries[number].count = count;
}

std::size_t Frequencies::size() const {
    std::size_t total = 0;
    for (const Count &word : single_) total += word.count > 0;
    for (const Table &table : tables_) total += table.entries.size();
    return total;
}

void Frequencies::prefetch(const Ngram &gram) const {
    if (gram.is_single()) return;
    uint64_t hash = gram.hash();
    tables_[table_of(hash)].prefetch(hash);
}

uint32_t Frequencies::count(const Ngram &gram) const {
    if (gram.is_single()) return gram.low < single_.size() ? single_[gram.low].count : 0;
    uint64_t hash = gram.hash();
    const Entry *entry = tables_[table_of(hash)].find(gram, hash);
    return entry ? entry->count : 0;
}

} // namespace cutline
