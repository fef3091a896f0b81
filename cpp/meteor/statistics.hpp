// The 23 numbers that METEOR keeps of a candidate and a reference, and the score that it makes of them.
#pragma once

#include <cstddef>
#include <vector>

#include "matches.hpp"

namespace cutline::meteor {

enum Column : std::size_t {
    kCandidateLength,
    kReferenceLength,
    kCandidateFunctionWords,
    kReferenceFunctionWords,
    kStageCounts, // for each stage: content words of the candidate, of the reference; function words of both
    kChunks = kStageCounts + 4 * kStages,
    kCandidateMatched,
    kReferenceMatched,
    kColumns,
};

struct Parameters {
    double alpha = .85, beta = .2, gamma = .6, delta = .75;
    double weights[kStages] = {1, .6, .8, .6};
};

// Writes kColumns numbers.
void count(const Line &candidate, const Line &reference, const std::vector<const Match *> &alignment, double *row);

struct Score {
    double precision, recall, f, fragmentation, value;
};

Score score(const double *row, const Parameters &parameters);

// Whether every word is matched and all stand in one chunk; such a segment adds no chunk to the sum of a corpus.
bool is_whole(const double *row);

} // namespace cutline::meteor
