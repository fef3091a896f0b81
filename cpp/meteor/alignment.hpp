// Which matches METEOR settles on: a beam search over the reference, place by place.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "matches.hpp"

namespace cutline::meteor {

class Aligner {
  public:
    Aligner();
    ~Aligner();

    // The match chosen at each place of the reference, or nullptr.
    const std::vector<const Match *> &align(std::size_t candidate_size, std::size_t reference_size, const Matches &matches);

  private:
    struct Searches; // what the search needs room for, kept from pair to pair

    std::vector<const Match *> chosen_;
    std::unique_ptr<Searches> searches_;
};

} // namespace cutline::meteor
