// BLEU-1..4 as the COCO evaluation computes it (Chen et al. 2015, section 3.3).
#pragma once

#include "data.hpp"

namespace cutline::bleu {

enum class ReferenceLength { closest, shortest, average };

// Columns of a statistics row: candidate length, reference length, then four guesses and four correct n-grams.
inline constexpr std::size_t kColumns = 2 + 2 * 4;

void statistics(const References &references, const Candidates &candidates, ReferenceLength choice, std::size_t jobs,
                double *rows);

// The score of order `n` of each row. With the official constants an order without match is not quite zero and a
// perfect caption not quite one; without them both are exact.
void scores(const double *rows, std::size_t count, int n, bool official_constants, double *values);

} // namespace cutline::bleu
