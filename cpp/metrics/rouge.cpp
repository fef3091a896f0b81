#include "rouge.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "counts.hpp"
#include "longest_common.hpp"

namespace cutline::rouge {
namespace {

// Precision and recall over references, as they come.
class Best {
  public:
    Best(Pick pick, double beta) : pick_(pick), beta2_(beta * beta) {}

    void add(std::size_t matched, std::size_t candidate, std::size_t reference) {
        double precision = candidate ? static_cast<double>(matched) / static_cast<double>(candidate) : 0.0;
        double recall = reference ? static_cast<double>(matched) / static_cast<double>(reference) : 0.0;
        if (pick_ == Pick::separately) {
            precision_ = std::max(precision_, precision);
            recall_ = std::max(recall_, recall);
        } else if (f(precision, recall) > f(precision_, recall_)) {
            precision_ = precision;
            recall_ = recall;
        }
    }

    void write(double *row) const {
        row[0] = precision_;
        row[1] = recall_;
    }

  private:
    double f(double precision, double recall) const {
        return precision > 0 && recall > 0 ? (1 + beta2_) * precision * recall / (recall + beta2_ * precision) : 0.0;
    }

    Pick pick_;
    double beta2_, precision_ = 0, recall_ = 0;
};

} // namespace

void n_statistics(const References &references, const Candidates &candidates, int n, std::size_t jobs, double *rows) {
    run_ranges(candidates.count(), jobs, [&](std::size_t begin, std::size_t end) {
        MatchedCounts counts;
        auto grams = [n](Words words, auto use) { for_each_ngram(words, n, n, use); };
        for (std::size_t row = begin; row < end; ++row) {
            std::size_t image = candidates.images[row], matched = 0, total = 0;
            counts.set_candidate(candidates.sentences[row], grams);
            for (std::size_t i = references.first(image); i < references.last(image); ++i) {
                total += counts.set_reference(references.sentences[i], grams);
                matched += counts.shared();
            }
            rows[row * 2] = static_cast<double>(matched);
            rows[row * 2 + 1] = static_cast<double>(total);
        }
    });
}

void l_statistics(const References &references, const Candidates &candidates, Pick pick, double beta, bool by_single_space,
                  std::size_t jobs, double *rows) {
    auto words_of = [&](const Sentences &sentences, std::size_t i) {
        return by_single_space ? sentences.by_single_space(i) : sentences[i];
    };
    run_ranges(candidates.count(), jobs, [&](std::size_t begin, std::size_t end) {
        LongestCommon common;
        for (std::size_t row = begin; row < end; ++row) {
            Words candidate = words_of(candidates.sentences, row);
            std::size_t image = candidates.images[row];
            Best best(pick, beta);
            common.set(candidate);
            for (std::size_t i = references.first(image); i < references.last(image); ++i) {
                Words reference = words_of(references.sentences, i);
                best.add(common.length_with(reference), candidate.size, reference.size);
            }
            best.write(rows + row * 2);
        }
    });
}

void s_statistics(const References &references, const Candidates &candidates, Pick pick, double beta, std::size_t distance,
                  std::size_t jobs, double *rows) {
    auto pairs = [distance](Words words, auto use) {
        for (std::size_t i = 0; i < words.size; ++i)
            for (std::size_t j = i + 1; j < words.size && j - i <= distance; ++j) {
                WordId pair[] = {words.data[i], words.data[j]};
                use(2, Ngram::of(pair, 2));
            }
    };
    run_ranges(candidates.count(), jobs, [&](std::size_t begin, std::size_t end) {
        MatchedCounts counts;
        for (std::size_t row = begin; row < end; ++row) {
            Words candidate = candidates.sentences[row];
            std::size_t image = candidates.images[row], in_candidate = 0;
            counts.set_candidate(candidate, pairs);
            for (uint32_t i = 0; i < counts.size(); ++i) in_candidate += counts.in_candidate(i);
            Best best(pick, beta);
            for (std::size_t i = references.first(image); i < references.last(image); ++i) {
                std::size_t in_reference = counts.set_reference(references.sentences[i], pairs);
                best.add(counts.shared(), in_candidate, in_reference);
            }
            best.write(rows + row * 2);
        }
    });
}

} // namespace cutline::rouge
