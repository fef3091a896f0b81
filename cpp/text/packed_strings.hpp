// Distinct strings packed into arrays that can be used where they lie in a file: a hash table that is never built again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

inline uint64_t packed_hash(std::string_view text) {
    uint64_t hash = 0xCBF29CE484222325u; // FNV-1a
    for (unsigned char byte : text) hash = (hash ^ byte) * 0x100000001B3u;
    return hash ^ hash >> 32;
}

// An array that somebody else keeps.
template <class Item> struct View {
    const Item *data = nullptr;
    std::size_t size = 0;

    const Item &operator[](std::size_t i) const { return data[i]; }
    const Item *begin() const { return data; }
    const Item *end() const { return data + size; }
};

class PackedStrings {
  public:
    static constexpr uint32_t kNone = 0xFFFFFFFFu;

    PackedStrings() = default;
    PackedStrings(View<uint32_t> slots, View<uint32_t> ends, View<char> bytes) : slots_(slots), ends_(ends), bytes_(bytes) {}

    std::size_t count() const { return ends_.size; }

    std::string_view operator[](std::size_t i) const {
        uint32_t start = i ? ends_[i - 1] : 0;
        return {bytes_.data + start, ends_[i] - start};
    }

    // The number of a string, or kNone.
    uint32_t find(std::string_view text) const {
        std::size_t mask = slots_.size - 1;
        for (std::size_t slot = packed_hash(text) & mask;; slot = (slot + 1) & mask) {
            uint32_t found = slots_[slot];
            if (found == kNone || (*this)[found] == text) return found;
        }
    }

  private:
    View<uint32_t> slots_, ends_; // slots: a power of two of them, at most half taken
    View<char> bytes_;
};

// What PackedStrings looks at, to be written to a file.
struct StringPacker {
    std::vector<uint32_t> slots, ends;
    std::string bytes;

    // `strings` are distinct; their places are their numbers.
    template <class Strings> explicit StringPacker(const Strings &strings) {
        std::size_t size = 2;
        while (size < strings.size() * 2) size *= 2;
        slots.assign(size, PackedStrings::kNone);
        for (std::string_view text : strings) {
            std::size_t slot = packed_hash(text) & (size - 1);
            while (slots[slot] != PackedStrings::kNone) slot = (slot + 1) & (size - 1);
            slots[slot] = static_cast<uint32_t>(ends.size());
            bytes += text;
            ends.push_back(static_cast<uint32_t>(bytes.size()));
        }
    }
};

} // namespace cutline
