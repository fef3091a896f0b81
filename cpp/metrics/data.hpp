// What every metric reads: references by image, and candidates that each belong to an image.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../words/sentences.hpp"
#include "../words/vocabulary.hpp"

namespace cutline {

struct References {
    std::shared_ptr<const Vocabulary> vocabulary;
    Sentences sentences;
    std::vector<std::size_t> image_ends{0}; // image i has sentences image_ends[i] .. image_ends[i+1]-1

    uint64_t fingerprint = 0;               // of the texts as they came, for signatures

    std::size_t images() const { return image_ends.size() - 1; }
    std::size_t first(std::size_t image) const { return image_ends[image]; }
    std::size_t last(std::size_t image) const { return image_ends[image + 1]; }
};

struct Candidates {
    Sentences sentences;
    Vocabulary added;             // words that the references lack, numbered after theirs
    std::vector<uint32_t> images; // of each candidate; an image may have several, or none

    std::size_t count() const { return images.size(); }
};

} // namespace cutline
