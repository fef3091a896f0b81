// A checksum of bytes, to notice damage. Four sums side by side, because a single one would wait for itself.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace cutline {

inline uint64_t checksum(std::string_view bytes, uint64_t state) {
    constexpr uint64_t kOdd = 0x9E3779B97F4A7C15u;
    uint64_t sums[4] = {state, state ^ kOdd, state + kOdd, ~state};
    auto mix = [](uint64_t &sum, uint64_t value) {
        sum = (sum ^ value) * 0xD6E8FEB86659FD93u;
        sum ^= sum >> 32;
    };
    std::size_t at = 0;
    for (; at + 32 <= bytes.size(); at += 32) {
        uint64_t chunk[4];
        std::memcpy(chunk, bytes.data() + at, 32);
        for (int i = 0; i < 4; ++i) mix(sums[i], chunk[i]);
    }
    char rest[32] = {};
    std::memcpy(rest, bytes.data() + at, bytes.size() - at);
    uint64_t chunk[4];
    std::memcpy(chunk, rest, 32);
    for (int i = 0; i < 4; ++i) mix(sums[i], chunk[i]);
    uint64_t total = bytes.size();
    for (uint64_t sum : sums) mix(total, sum);
    return total;
}

} // namespace cutline
