#include "ngram_keys.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace cutline {
namespace {

// The finalizer of MurmurHash3: every bit of the input changes half of those of the output.
uint64_t stirred(uint64_t value) {
    value ^= value >> 33;
    value *= 0xFF51AFD7ED558CCDu;
    value ^= value >> 33;
    value *= 0xC4CEB9FE1A85EC53u;
    return value ^ value >> 33;
}

uint64_t rotated(uint64_t value, int by) { return value << by | value >> (64 - by); }

// Two halves that are mixed differently, each also with the other.
class KeyMaker {
  public:
    explicit KeyMaker(uint64_t length) : high_(stirred(length + 0x9E3779B97F4A7C15u)), low_(stirred(~length)) {}

    void add(uint64_t value) {
        high_ = stirred(high_ ^ value) + low_;
        low_ = stirred(low_ + rotated(value, 31) * 0xD6E8FEB86659FD93u) ^ rotated(high_, 27);
    }
    void add(const Key &key) {
        add(key.high);
        add(key.low);
    }
    Key key() const { return {stirred(high_ + low_), stirred(low_ ^ rotated(high_, 17))}; }

  private:
    uint64_t high_, low_;
};

} // namespace

Key key_of(std::string_view text) {
    KeyMaker maker(text.size());
    for (; text.size() >= 8; text.remove_prefix(8)) {
        uint64_t chunk;
        std::memcpy(&chunk, text.data(), 8);
        maker.add(chunk);
    }
    uint64_t rest = 0;
    std::memcpy(&rest, text.data(), text.size());
    maker.add(rest);
    return maker.key();
}

std::vector<KeyCount> key_counts(const Frequencies &frequencies) {
    const Vocabulary &vocabulary = *frequencies.vocabulary();
    std::vector<Key> words(vocabulary.size() + 1);
    for (WordId id = 1; id <= vocabulary.size(); ++id) words[id] = key_of(vocabulary.word(id));
    std::vector<KeyCount> found;
    found.reserve(frequencies.size());
    frequencies.for_each([&](const WordId *ids, uint32_t count) {
        int order = 1;
        while (order < kMaxOrder && ids[order]) ++order;
        KeyMaker maker(static_cast<uint64_t>(order));
        for (int i = 0; i < order; ++i) maker.add(words[ids[i]]);
        found.push_back({maker.key(), count});
    });
    return found;
}

void sum_by_key(std::vector<KeyCount> &counts) {
    std::sort(counts.begin(), counts.end(), [](const KeyCount &a, const KeyCount &b) { return a.key < b.key; });
    std::size_t kept = 0;
    for (const KeyCount &next : counts) {
        if (kept && counts[kept - 1].key == next.key) counts[kept - 1].count += next.count;
        else counts[kept++] = next;
    }
    counts.resize(kept);
}

void find_counts(const Key *table, const uint32_t *table_counts, std::size_t size, const Key *keys, std::size_t wanted,
                 uint32_t *counts) {
    // In their order, so that the table, which may be a file, is read from its start to its end.
    std::vector<std::size_t> order(wanted);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    const Key *at = table, *end = table + size;
    for (std::size_t next : order) {
        // Doubling steps: what is sought is near, but how near depends on how much is sought.
        std::size_t step = 1;
        while (static_cast<std::size_t>(end - at) > step && at[step] < keys[next]) {
            at += step;
            step *= 2;
        }
        at = std::lower_bound(at, at + std::min(step + 1, static_cast<std::size_t>(end - at)), keys[next]);
        counts[next] = at != end && *at == keys[next] ? table_counts[at - table] : 0;
    }
}

} // namespace cutline
