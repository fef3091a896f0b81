// n-grams by a name that is the same in every process, so that counts of many parts can be put together.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frequencies.hpp"

namespace cutline {

// 128 bits of a text: among ten thousand million n-grams two share a key with a probability below 1e-18. It guards against
// accident, not against malice.
struct Key {
    uint64_t high = 0, low = 0;

    bool operator<(const Key &other) const { return high != other.high ? high < other.high : low < other.low; }
    bool operator==(const Key &other) const { return high == other.high && low == other.low; }
};

Key key_of(std::string_view text);

struct KeyCount {
    Key key;
    uint32_t count;
};

// Every n-gram's key and count, in the order of Frequencies::for_each.
std::vector<KeyCount> key_counts(const Frequencies &frequencies);

// In the order of keys, each once, with the sum of its counts.
void sum_by_key(std::vector<KeyCount> &counts);

// The counts of keys in a table that is in order of keys, 0 where it lacks one.
void find_counts(const Key *table, const uint32_t *table_counts, std::size_t size, const Key *keys, std::size_t wanted,
                 uint32_t *counts);

} // namespace cutline
