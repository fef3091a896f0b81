#include "frequencies.hpp"

#include <algorithm>

#include "../parallel.hpp"

namespace cutline {
namespace {

std::size_t slot_for(std::size_t mask, uint64_t hash) { return (hash >> 24) & mask; }

} // namespace

void Frequencies::Table::prefetch(uint64_t hash) const {
    if (!slots.empty()) __builtin_prefetch(&slots[slot_for(slots.size() - 1, hash)]);
}

Frequencies::Slot &Frequencies::Table::at(const Ngram &gram, uint64_t hash) {
    if ((used + 1) * 4 > slots.size() * 3) grow();
    std::size_t mask = slots.size() - 1, slot = slot_for(mask, hash);
    while (slots[slot].words[0] && !slots[slot].holds(gram)) slot = (slot + 1) & mask;
    if (!slots[slot].words[0]) {
        gram.unpack(slots[slot].words);
        ++used;
    }
    return slots[slot];
}

void Frequencies::Table::grow() {
    std::vector<Slot> old(slots.empty() ? 64 : slots.size() * 2);
    old.swap(slots);
    std::size_t mask = slots.size() - 1;
    for (const Slot &entry : old) {
        if (!entry.words[0]) continue;
        std::size_t slot = slot_for(mask, entry.gram().hash());
        while (slots[slot].words[0]) slot = (slot + 1) & mask;
        slots[slot] = entry;
    }
}

Frequencies::Frequencies(const References &references, int highest, std::size_t jobs)
    : tables_(kTables), vocabulary_(references.vocabulary), images_(static_cast<double>(references.images())) {
    std::size_t parts = references.images() < 512 ? 1 : std::min(std::max<std::size_t>(1, jobs), kTables);
    run_parts(parts, [&](std::size_t part) { count(references, highest, part, parts); });
}

// Each part goes over all references and counts the n-grams of its own tables.
void Frequencies::count(const References &references, int highest, std::size_t part, std::size_t parts) {
    struct Pending {
        Ngram gram;
        uint64_t hash;
    };
    std::vector<Pending> pending;
    for (std::size_t image = 0; image < references.images(); ++image) {
        pending.clear();
        for (std::size_t i = references.first(image); i < references.last(image); ++i)
            for_each_ngram(references.sentences[i], 1, highest, [&](int, const Ngram &gram) {
                uint64_t hash = gram.hash();
                if (table_of(hash) % parts != part) return;
                tables_[table_of(hash)].prefetch(hash);
                pending.push_back({gram, hash});
            });
        for (const Pending &next : pending) {
            Slot &slot = tables_[table_of(next.hash)].at(next.gram, next.hash);
            if (slot.last_image == image + 1) continue;
            slot.last_image = static_cast<uint32_t>(image + 1);
            ++slot.count;
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
    Ngram gram = Ngram::of(ids, static_cast<int>(words.size()));
    tables_[table_of(gram.hash())].at(gram, gram.hash()).count = count;
}

std::size_t Frequencies::size() const {
    std::size_t total = 0;
    for (const Table &table : tables_) total += table.used;
    return total;
}

void Frequencies::prefetch(const Ngram &gram) const {
    uint64_t hash = gram.hash();
    tables_[table_of(hash)].prefetch(hash);
}

uint32_t Frequencies::operator[](const Ngram &gram) const {
    uint64_t hash = gram.hash();
    const Table &table = tables_[table_of(hash)];
    if (table.slots.empty()) return 0;
    std::size_t mask = table.slots.size() - 1, slot = slot_for(mask, hash);
    while (table.slots[slot].words[0] && !table.slots[slot].holds(gram)) slot = (slot + 1) & mask;
    return table.slots[slot].count; // a free slot counts 0
}

} // namespace cutline
