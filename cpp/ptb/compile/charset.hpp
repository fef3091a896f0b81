// A set of UTF-16 code units.
#pragma once

#include <bitset>
#include <cstdint>

namespace cutline::ptb::compile {

inline constexpr std::size_t kUnits = 65536;
using CharSet = std::bitset<kUnits>;

inline void add_range(CharSet &set, uint32_t first, uint32_t last, uint32_t step = 1) {
    for (uint32_t unit = first; unit <= last; unit += step) set.set(unit);
}

} // namespace cutline::ptb::compile
