// How often each image counts in a resample, and which images two runs swap in a trial.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cutline::resample {

// Rows for the resamples first .. first+count-1. Row r holds how often each image was drawn when as many images as there are
// were drawn with replacement.
void bootstrap_weights(uint64_t seed, uint64_t first, std::size_t count, std::size_t images, std::size_t jobs, double *rows);

// Rows for the trials first .. first+count-1. Row r holds 1 for each image that is swapped and 0 for each that is not.
void swap_weights(uint64_t seed, uint64_t first, std::size_t count, std::size_t images, std::size_t jobs, double *rows);

} // namespace cutline::resample
