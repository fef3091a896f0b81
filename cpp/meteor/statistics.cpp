#include "statistics.hpp"

#include <algorithm>
#include <cmath>

namespace cutline::meteor {

void count(const Line &candidate, const Line &reference, const std::vector<const Match *> &alignment, double *row) {
    std::fill(row, row + kColumns, 0.0);
    row[kCandidateLength] = static_cast<double>(candidate.size());
    row[kReferenceLength] = static_cast<double>(reference.size());
    for (const Word *word : candidate.words) row[kCandidateFunctionWords] += word->is_function;
    for (const Word *word : reference.words) row[kReferenceFunctionWords] += word->is_function;
    bool is_open = false;
    std::size_t chunk_end = 0;
    for (std::size_t place = 0; place < reference.size();) {
        const Match *match = alignment[place];
        if (!match) {
            is_open = false;
            ++place;
            continue;
        }
        // A chunk begins wherever one is not continued: METEOR counts them as they end, to the same sum.
        if (!is_open || match->start != chunk_end) ++row[kChunks];
        is_open = true;
        chunk_end = match->start + match->candidate_length;
        double *stage = row + kStageCounts + 4 * match->stage;
        for (std::size_t i = match->start; i < chunk_end; ++i) ++stage[candidate.words[i]->is_function ? 2 : 0];
        for (std::size_t end = place + match->reference_length; place < end; ++place)
            ++stage[reference.words[place]->is_function ? 3 : 1];
        row[kCandidateMatched] += match->candidate_length;
        row[kReferenceMatched] += match->reference_length;
    }
}

namespace {

double matched(const double *row, std::size_t side) {
    double total = 0;
    for (std::size_t stage = 0; stage < kStages; ++stage)
        total += row[kStageCounts + 4 * stage + side] + row[kStageCounts + 4 * stage + 2 + side];
    return total;
}

// Side 0 is the candidate, 1 the reference. Sums are made in the official order, which rounding depends on.
double weighted_length(const double *row, std::size_t side, double delta) {
    double length = row[kCandidateLength + side], function_words = row[kCandidateFunctionWords + side];
    return delta * (length - function_words) + (1.0 - delta) * function_words;
}

double weighted_matches(const double *row, std::size_t side, const Parameters &parameters) {
    double total = 0;
    for (std::size_t stage = 0; stage < kStages; ++stage)
        total += row[kStageCounts + 4 * stage + side] * parameters.weights[stage] * parameters.delta;
    for (std::size_t stage = 0; stage < kStages; ++stage)
        total += row[kStageCounts + 4 * stage + 2 + side] * parameters.weights[stage] * (1.0 - parameters.delta);
    return total;
}

} // namespace

bool is_whole(const double *row) {
    return matched(row, 0) == row[kCandidateLength] && matched(row, 1) == row[kReferenceLength] && row[kChunks] == 1;
}

Score score(const double *row, const Parameters &parameters) {
    Score score{};
    score.precision = weighted_matches(row, 0, parameters) / weighted_length(row, 0, parameters.delta);
    score.recall = weighted_matches(row, 1, parameters) / weighted_length(row, 1, parameters.delta);
    // Divisions by zero give infinity or not-a-number, and those come out as 0 below, as in the official program.
    score.f = 1.0 / ((1.0 - parameters.alpha) / score.precision + parameters.alpha / score.recall);
    if (!is_whole(row))
        score.fragmentation = row[kChunks] / ((matched(row, 0) + matched(row, 1)) / 2);
    double value = score.f * (1.0 - parameters.gamma * std::pow(score.fragmentation, parameters.beta));
    score.value = value > 0 ? value : 0.0;
    return score;
}

} // namespace cutline::meteor
