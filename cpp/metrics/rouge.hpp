// ROUGE-N, ROUGE-L and ROUGE-S (Chen et al. 2015, section 3.4).
#pragma once

#include "data.hpp"

namespace cutline::rouge {

// How precision and recall over several references become one pair.
enum class Pick {
    separately, // the best precision and the best recall, perhaps of different references: as the official program does
    together,   // both of the one reference whose F is best
};

// Rows of (matched n-grams, reference n-grams), both summed over references.
void n_statistics(const References &references, const Candidates &candidates, int n, std::size_t jobs, double *rows);

// Rows of (precision, recall).
void l_statistics(const References &references, const Candidates &candidates, Pick pick, double beta, bool by_single_space,
                  std::size_t jobs, double *rows);
void s_statistics(const References &references, const Candidates &candidates, Pick pick, double beta, std::size_t distance,
                  std::size_t jobs, double *rows);

} // namespace cutline::rouge
