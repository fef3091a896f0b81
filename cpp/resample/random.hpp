// Random numbers that depend on a seed and the number of a resample alone, not on threads or the order of the work.
#pragma once

#include <cstdint>

namespace cutline::resample {

// xoshiro256++ (Blackman and Vigna 2019), its state filled by splitmix64 as its authors advise.
class Random {
  public:
    Random(uint64_t seed, uint64_t resample) {
        uint64_t counter = mixed(seed) ^ mixed(~resample);
        for (uint64_t &word : state_) word = mixed(counter += kGolden);
    }

    uint64_t next() {
        uint64_t answer = rotated(state_[0] + state_[3], 23) + state_[0];
        uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotated(state_[3], 45);
        return answer;
    }

  private:
    static constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;

    static uint64_t rotated(uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }

    static uint64_t mixed(uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    uint64_t state_[4];
};

// Numbers from 0 to below a bound, each as likely as the other, two from each 64 random bits (Lemire 2019).
class Below {
  public:
    Below(Random &random, uint32_t bound) : random_(random), bound_(bound), refused_((0u - bound) % bound) {}

    uint32_t next() {
        for (;;) {
            uint64_t product = uint64_t{half()} * bound_;
            // The lowest products would make some numbers likelier than others.
            if (static_cast<uint32_t>(product) >= refused_) return static_cast<uint32_t>(product >> 32);
        }
    }

  private:
    uint32_t half() {
        if (has_half_) {
            has_half_ = false;
            return static_cast<uint32_t>(bits_ >> 32);
        }
        bits_ = random_.next();
        has_half_ = true;
        return static_cast<uint32_t>(bits_);
    }

    Random &random_;
    uint32_t bound_, refused_;
    uint64_t bits_ = 0;
    bool has_half_ = false;
};

} // namespace cutline::resample
