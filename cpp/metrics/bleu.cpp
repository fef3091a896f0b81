#include "bleu.hpp"

#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "counts.hpp"

namespace cutline::bleu {
namespace {

double effective_length(const References &references, std::size_t image, std::size_t candidate, ReferenceLength choice) {
    double total = 0, best = 0, best_distance = -1;
    for (std::size_t i = references.first(image); i < references.last(image); ++i) {
        double length = static_cast<double>(references.sentences[i].size);
        double distance = choice == ReferenceLength::closest ? std::abs(length - static_cast<double>(candidate)) : length;
        // On a tie the shorter reference counts.
        if (best_distance < 0 || distance < best_distance || (distance == best_distance && length < best)) {
            best_distance = distance;
            best = length;
        }
        total += length;
    }
    if (choice != ReferenceLength::average) return best;
    return total / static_cast<double>(references.last(image) - references.first(image));
}

} // namespace

void statistics(const References &references, const Candidates &candidates, ReferenceLength choice, std::size_t jobs,
                double *rows) {
    run_ranges(candidates.count(), jobs, [&](std::size_t begin, std::size_t end) {
        MatchedCounts counts;
        std::vector<uint32_t> most;
        auto grams = [](Words words, auto use) { for_each_ngram(words, 1, kMaxOrder, use); };
        for (std::size_t row = begin; row < end; ++row) {
            Words words = candidates.sentences[row];
            std::size_t image = candidates.images[row];
            counts.set_candidate(words, grams);
            most.assign(counts.size(), 0);
            for (std::size_t i = references.first(image); i < references.last(image); ++i) {
                counts.set_reference_ngrams(references.sentences[i], kMaxOrder);
                for (uint32_t gram : counts.seen_in_reference())
                    most[gram] = std::max(most[gram], counts.in_reference(gram));
            }
            double *out = rows + row * kColumns;
            out[0] = static_cast<double>(words.size);
            out[1] = effective_length(references, image, words.size, choice);
            for (int k = 0; k < kMaxOrder; ++k) {
                out[2 + k] = static_cast<double>(words.size > static_cast<std::size_t>(k) ? words.size - k : 0);
                out[6 + k] = 0;
            }
            for (uint32_t gram = 0; gram < counts.size(); ++gram)
                out[5 + counts.order(gram)] += std::min(counts.in_candidate(gram), most[gram]);
        }
    });
}

void scores(const double *rows, std::size_t count, int n, bool official_constants, double *values) {
    // The official program adds these so as never to divide by zero.
    const double small = official_constants ? 1e-9 : 0.0, tiny = official_constants ? 1e-15 : 0.0;
    for (std::size_t row = 0; row < count; ++row) {
        const double *in = rows + row * kColumns;
        double product = 1.0;
        for (int k = 0; k < n; ++k) product *= (in[6 + k] + tiny) / (in[2 + k] + small);
        double value = std::pow(product, 1.0 / n);
        double ratio = (in[0] + tiny) / (in[1] + small);
        if (ratio < 1) value *= std::exp(1 - 1 / ratio);
        // Without the constants a caption too short for an order is 0/0.
        values[row] = std::isnan(value) ? 0.0 : value;
    }
}

} // namespace cutline::bleu
