// Words as numbers: each distinct word gets the next number, from 1 on; 0 is no word.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

class Vocabulary {
  public:
    Vocabulary() : slots_(kFirstSize), ends_{0} {}

    uint32_t size() const { return static_cast<uint32_t>(ends_.size()) - 1; }

    std::string_view word(uint32_t id) const {
        return std::string_view(bytes_).substr(ends_[id - 1], ends_[id] - ends_[id - 1]);
    }

    uint32_t find(std::string_view word) const { return slots_[slot_of(word, hash_of(word))].id; }

    uint32_t add(std::string_view word) {
        uint64_t hash = hash_of(word);
        std::size_t slot = slot_of(word, hash);
        if (slots_[slot].id) return slots_[slot].id;
        bytes_ += word;
        ends_.push_back(bytes_.size());
        slots_[slot] = {hash, size()};
        if (size() * 2 > slots_.size()) grow();
        return size();
    }

  private:
    static constexpr std::size_t kFirstSize = 1024; // a power of two, as every later size

    struct Slot {
        uint64_t hash = 0;
        uint32_t id = 0;
    };

    // A word of up to seven letters is its own hash, bytes and length together, so that no comparison of letters
    // has to follow; longer words are mixed, and told from short ones by the highest bit.
    static constexpr std::size_t kShort = 7;
    static constexpr uint64_t kLong = uint64_t{1} << 63;

    static uint64_t hash_of(std::string_view word) {
        if (word.size() <= kShort) {
            uint64_t bytes = 0;
            std::memcpy(&bytes, word.data(), word.size());
            return bytes | static_cast<uint64_t>(word.size()) << 56;
        }
        uint64_t hash = word.size() * 0x9E3779B97F4A7C15u;
        const char *at = word.data();
        std::size_t left = word.size();
        for (; left >= 8; at += 8, left -= 8) {
            uint64_t chunk;
            std::memcpy(&chunk, at, 8);
            hash = (hash ^ chunk) * 0xD6E8FEB86659FD93u;
            hash ^= hash >> 32;
        }
        uint64_t rest = 0;
        std::memcpy(&rest, at, left);
        hash = (hash ^ rest) * 0xD6E8FEB86659FD93u;
        return (hash ^ hash >> 32) | kLong;
    }

    static std::size_t spread(uint64_t hash) { return static_cast<std::size_t>(hash * 0x9E3779B97F4A7C15u >> 32); }

    std::size_t slot_of(std::string_view word, uint64_t hash) const {
        std::size_t mask = slots_.size() - 1, slot = spread(hash) & mask;
        while (slots_[slot].id &&
               (slots_[slot].hash != hash || (hash & kLong && this->word(slots_[slot].id) != word)))
            slot = (slot + 1) & mask;
        return slot;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        std::size_t mask = slots_.size() - 1;
        for (const Slot &entry : old) {
            if (!entry.id) continue;
            std::size_t slot = spread(entry.hash) & mask;
            while (slots_[slot].id) slot = (slot + 1) & mask;
            slots_[slot] = entry;
        }
    }

    std::vector<Slot> slots_;
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

} // namespace cutline
