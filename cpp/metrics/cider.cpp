#include "cider.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "counts.hpp"

namespace cutline::cider {
namespace {

// As Python writes it: the constant e to a power, not exp().
constexpr double kE = 2.718281828459045;
constexpr std::size_t kTabledCounts = 1 << 16;

double idf_of(double log_images, double count) { return log_images - std::log(std::max(1.0, count)); }

// pow() and not a product: the official program calls it, and it may differ in the last digit.
double squared(double weight) { return std::pow(weight, 2.0); }

// Norms of the references of one image at a time.
class NormMaker {
  public:
    NormMaker(const References &references, const Weights &weights, int n)
        : references_(references), weights_(weights), n_(n) {}

    void make(std::size_t image, double *norms) {
        list_ngrams(image);
        const uint32_t *occurrence = occurrences_.data();
        for (std::size_t i = references_.first(image); i < references_.last(image); ++i) {
            Words words = references_.sentences[i];
            for (int order = 1; order <= n_; ++order) {
                std::size_t size = static_cast<std::size_t>(order);
                std::size_t grams = words.size >= size ? words.size - size + 1 : 0;
                *norms++ = std::sqrt(sum_of_squares(occurrence, grams));
                occurrence += grams;
            }
        }
    }

  private:
    void list_ngrams(std::size_t image) {
        in_image_.clear();
        occurrences_.clear();
        for (std::size_t i = references_.first(image); i < references_.last(image); ++i)
            for_each_ngram(references_.sentences[i], 1, n_,
                           [&](int, const Ngram &gram) { occurrences_.push_back(in_image_.add(gram)); });
        idf_.resize(in_image_.size());
        count_.assign(in_image_.size(), 0);
        for (uint32_t i = 0; i < in_image_.size(); ++i) weights_.prefetch(in_image_[i]);
        for (uint32_t i = 0; i < in_image_.size(); ++i) idf_[i] = weights_.idf(in_image_[i]);
    }

    // Over distinct n-grams, in order of first occurrence.
    double sum_of_squares(const uint32_t *grams, std::size_t size) {
        for (std::size_t at = 0; at < size; ++at) ++count_[grams[at]];
        double sum = 0;
        for (std::size_t at = 0; at < size; ++at) {
            uint32_t &count = count_[grams[at]];
            if (count) sum += squared(count * idf_[grams[at]]);
            count = 0;
        }
        return sum;
    }

    const References &references_;
    const Weights &weights_;
    int n_;
    NgramSet in_image_;
    std::vector<uint32_t> occurrences_, count_;
    std::vector<double> idf_;
};

// Scores candidates one at a time.
class Scorer {
  public:
    Scorer(const Prepared &prepared, const Settings &settings) : prepared_(prepared), settings_(settings) {}

    double score(Words candidate, std::size_t image) {
        int n = prepared_.n();
        auto grams = [n](Words words, auto use) { for_each_ngram(words, 1, n, use); };
        counts_.set_candidate(candidate, grams);
        weigh_candidate();
        double totals[kMaxOrder] = {};
        const References &references = prepared_.references();
        for (std::size_t i = references.first(image); i < references.last(image); ++i) {
            Words reference = references.sentences[i];
            counts_.set_reference(reference, grams);
            double similarity[kMaxOrder] = {};
            compare(similarity);
            double penalty = length_penalty(candidate.size, reference.size);
            for (int k = 0; k < n; ++k) {
                double reference_norm = prepared_.norm(i, k + 1);
                if (norms_[k] != 0 && reference_norm != 0) similarity[k] /= norms_[k] * reference_norm;
                totals[k] += similarity[k] * penalty;
            }
        }
        double sum = 0;
        for (int k = 0; k < n; ++k) sum += totals[k];
        return sum / n / static_cast<double>(references.last(image) - references.first(image)) * 10.0;
    }

  private:
    void weigh_candidate() {
        idf_.resize(counts_.size());
        weight_.resize(counts_.size());
        std::fill(std::begin(norms_), std::end(norms_), 0.0);
        for (uint32_t i = 0; i < counts_.size(); ++i) prepared_.weights().prefetch(counts_.gram(i));
        for (uint32_t i = 0; i < counts_.size(); ++i) {
            idf_[i] = prepared_.weights().idf(counts_.gram(i));
            weight_[i] = counts_.in_candidate(i) * idf_[i];
            norms_[counts_.order(i) - 1] += squared(weight_[i]);
        }
        for (double &norm : norms_) norm = std::sqrt(norm);
    }

    // In order of first occurrence in the candidate; n-grams the reference lacks add nothing.
    void compare(double *similarity) const {
        for (uint32_t i = 0; i < counts_.size(); ++i) {
            if (!counts_.in_reference(i)) continue;
            double reference = counts_.in_reference(i) * idf_[i];
            double candidate = settings_.clip ? std::min(weight_[i], reference) : weight_[i];
            similarity[counts_.order(i) - 1] += candidate * reference;
        }
    }

    double length_penalty(std::size_t candidate, std::size_t reference) const {
        if (settings_.sigma == 0) return 1.0;
        auto length = [&](std::size_t words) {
            return static_cast<double>(settings_.length_in_bigrams ? (words ? words - 1 : 0) : words);
        };
        double delta = length(candidate) - length(reference);
        return std::pow(kE, -(delta * delta) / (2 * (settings_.sigma * settings_.sigma)));
    }

    const Prepared &prepared_;
    const Settings &settings_;
    MatchedCounts counts_;
    std::vector<double> idf_, weight_;
    double norms_[kMaxOrder] = {};
};

} // namespace

Weights::Weights(std::shared_ptr<const Frequencies> frequencies, const std::shared_ptr<const Vocabulary> &words)
    : frequencies_(std::move(frequencies)), log_images_(std::log(frequencies_->images())) {
    for (std::size_t count = 0; count < std::min(kTabledCounts, static_cast<std::size_t>(frequencies_->images()) + 1); ++count)
        idf_by_count_.push_back(idf_of(log_images_, static_cast<double>(count)));
    if (words == frequencies_->vocabulary()) return;
    renumber_.assign(words->size() + 1, 0);
    for (WordId id = 1; id <= words->size(); ++id) renumber_[id] = frequencies_->vocabulary()->find(words->word(id));
}

Ngram Weights::renumbered(const Ngram &gram) const {
    if (renumber_.empty()) return gram;
    WordId words[kMaxOrder];
    gram.unpack(words);
    for (WordId &word : words) {
        if (!word) continue;
        word = word < renumber_.size() ? renumber_[word] : 0;
        if (!word) return Ngram(); // a word the frequencies do not know: in no n-gram of theirs
    }
    return Ngram::of(words, kMaxOrder);
}

void Weights::prefetch(const Ngram &gram) const { frequencies_->prefetch(renumbered(gram)); }

double Weights::idf(const Ngram &gram) const {
    uint32_t count = (*frequencies_)[renumbered(gram)];
    return count < idf_by_count_.size() ? idf_by_count_[count] : idf_of(log_images_, count);
}

Prepared::Prepared(std::shared_ptr<const References> references, std::shared_ptr<const Frequencies> frequencies, int n,
                   std::size_t jobs)
    : references_(std::move(references)), weights_(std::move(frequencies), references_->vocabulary), n_(n),
      norms_(references_->image_ends.back() * static_cast<std::size_t>(n)) {
    run_ranges(references_->images(), jobs, [&](std::size_t begin, std::size_t end) {
        NormMaker maker(*references_, weights_, n_);
        for (std::size_t image = begin; image < end; ++image)
            maker.make(image, norms_.data() + references_->first(image) * static_cast<std::size_t>(n_));
    });
}

void scores(const Prepared &prepared, const Candidates &candidates, const Settings &settings, std::size_t jobs,
            double *values) {
    run_ranges(candidates.count(), jobs, [&](std::size_t begin, std::size_t end) {
        Scorer scorer(prepared, settings);
        for (std::size_t row = begin; row < end; ++row)
            values[row] = scorer.score(candidates.sentences[row], candidates.images[row]);
    });
}

} // namespace cutline::cider
