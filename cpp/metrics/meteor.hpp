// METEOR 1.5 as the COCO evaluation runs it (Denkowski and Lavie 2014).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../meteor/captions.hpp"
#include "../meteor/statistics.hpp"
#include "data.hpp"

namespace cutline::meteor {

// References, ready to be matched.
struct Prepared {
    Prepared(std::shared_ptr<const References> references, std::shared_ptr<const Tables> tables, std::size_t jobs);

    std::shared_ptr<const References> references;
    std::shared_ptr<const Tables> tables;
    Captions captions;
};

// Writes kColumns numbers for each candidate: those of its best reference, the first of equals.
void statistics(const Prepared &prepared, const Candidates &candidates, const Parameters &parameters, std::size_t jobs, double *rows);

void scores(const double *rows, std::size_t count, const Parameters &parameters, double *values);

// The rows that are added up for the statistics of a corpus: the same, but where the official program leaves a chunk out.
void summands(const double *rows, std::size_t count, double *summands);

// One candidate with one reference, in full.
struct Explanation {
    std::vector<std::string> candidate, reference; // words, normalised
    struct Pair {
        std::size_t candidate_start, candidate_length, reference_start, reference_length;
        Stage stage;
    };
    std::vector<Pair> pairs;
    double row[kColumns];
};

// With each reference in turn; texts are tokenized already.
std::vector<Explanation> explain(const Tables &tables, const std::string &candidate, const std::vector<std::string> &references);

} // namespace cutline::meteor
