// A number that tells two sets of references apart. It guards against mix-ups, not against malice.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "encode.hpp"

namespace cutline {

inline uint64_t mixed(uint64_t state, uint64_t value) {
    state = (state ^ value) * 0x9E3779B97F4A7C15u;
    return state ^ state >> 29;
}

inline uint64_t mixed(uint64_t state, std::string_view bytes) {
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
        uint64_t chunk;
        std::memcpy(&chunk, bytes.data(), 8);
        state = mixed(state, chunk);
    }
    uint64_t rest = 0;
    std::memcpy(&rest, bytes.data(), bytes.size());
    return mixed(state, rest);
}

// Of every text, where texts end, and where images end.
inline uint64_t fingerprint(const Texts &texts, const std::vector<std::size_t> &image_ends) {
    uint64_t state = mixed(0x63757466696E65u, texts.bytes);
    for (std::size_t start : texts.starts) state = mixed(state, start);
    for (std::size_t end : image_ends) state = mixed(state, end);
    return mixed(state, uint64_t{0});
}

} // namespace cutline
