// SPICE: which of a candidate's tuples the references have.
#pragma once

#include <cstdint>
#include <vector>

#include "../meteor/tables.hpp"
#include "../scene/parses.hpp"
#include "categories.hpp"

namespace cutline::spice {

// For each category: tuples of the candidate that match, its others, and those of the references less the matches.
inline constexpr std::size_t kColumns = 3 * kCategories;

// Fills a row for each candidate. Image i has the references from image_ends[i] to before image_ends[i + 1], and candidate i
// belongs to images[i].
void statistics(const scene::Scenes &references, const std::vector<std::size_t> &image_ends, const scene::Scenes &candidates,
                const std::vector<uint32_t> &images, const meteor::Synonyms &synonyms, std::size_t jobs, double *rows);

} // namespace cutline::spice
