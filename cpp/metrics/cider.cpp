#include "cider.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "counts.hpp"

namespace cutline::cider {
namespace {

// As Python writes it: the constant e to a power, not exp().
constexpr double kE = 2.718281828459045;
constexpr std::size_t kTabledCounts = 1 << 16;
constexpr std::size_t kAhead = 64; // how many n-grams ahead memory is asked for

// pow() and not a product: the official program calls it, and it may differ in the last digit.
double squared(double weight) { return std::pow(weight, 2.0); }

Weights::Idf idf_of(double log_images, double count) {
    double value = log_images - std::log(std::max(1.0, count));
    return {value, squared(value)};
}

// The square of the weight of an n-gram that occurs `count` times; nearly all occur once.
double squared_weight(uint32_t count, const Weights::Idf &idf) {
    return count == 1 ? idf.square : squared(count * idf.value);
}

// Norms of a sentence's vectors: over distinct n-grams in order of first occurrence, weights squared and summed.
class NormMaker {
  public:
    void set(Words words) {
        words_ = words;
        repeats_.clear();
        if (words.size > kShort) return;
        for (uint32_t i = 1; i < words.size; ++i)
            for (uint32_t j = 0; j < i; ++j)
                if (words.data[i] == words.data[j]) repeats_.push_back({i, j});
    }

    // idf_at(i) is that of the n-gram that begins at word i.
    template <class IdfAt> double norm(int order, IdfAt idf_at) {
        std::size_t size = static_cast<std::size_t>(order);
        if (words_.size < size) return 0;
        std::size_t grams = words_.size - size + 1;
        counts_.assign(grams, 1);
        if (words_.size > kShort) count_long(order, grams);
        else count_short(size, grams);
        double sum = 0;
        for (std::size_t i = 0; i < grams; ++i)
            if (counts_[i]) sum += squared_weight(counts_[i], idf_at(i));
        return std::sqrt(sum);
    }

  private:
    static constexpr std::size_t kShort = 64; // up to here comparing each word with each beats a table

    struct Repeat {
        uint32_t later, earlier; // places of the same word
    };

    // counts_[i] becomes how often the n-gram at i occurs if it is its first occurrence, else 0. An n-gram can only be a
    // repeat where its first word is.
    void count_short(std::size_t size, std::size_t grams) {
        for (auto [later, earlier] : repeats_) {
            if (later >= grams || !counts_[later] || !counts_[earlier]) continue;
            if (!std::equal(words_.data + later + 1, words_.data + later + size, words_.data + earlier + 1)) continue;
            ++counts_[earlier];
            counts_[later] = 0;
        }
    }

    void count_long(int order, std::size_t grams) {
        seen_.clear();
        first_.clear();
        for (std::size_t i = 0; i < grams; ++i) {
            uint32_t number = seen_.add(Ngram::of(words_.data + i, order));
            if (number == first_.size()) {
                first_.push_back(i);
            } else {
                ++counts_[first_[number]];
                counts_[i] = 0;
            }
        }
    }

    Words words_{nullptr, 0};
    std::vector<Repeat> repeats_;
    std::vector<uint32_t> counts_;
    NgramSet seen_;
    std::vector<std::size_t> first_;
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
            counts_.set_reference_ngrams(reference, n);
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
            Weights::Idf idf = prepared_.weights().idf(counts_.gram(i));
            idf_[i] = idf.value;
            weight_[i] = counts_.in_candidate(i) * idf.value;
            norms_[counts_.order(i) - 1] += squared_weight(counts_.in_candidate(i), idf);
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

Weights::Idf Weights::idf_of_count(uint32_t count) const {
    return count < idf_by_count_.size() ? idf_by_count_[count] : idf_of(log_images_, count);
}

Weights::Idf Weights::idf(const Ngram &gram) const { return idf_of_count(frequencies_->count(renumbered(gram))); }

Prepared Prepared::counted(std::shared_ptr<const References> references, int n, std::size_t jobs) {
    std::vector<Frequencies::Name> names;
    auto frequencies = std::make_shared<Frequencies>(*references, n, jobs, &names);
    return Prepared(std::move(references), std::move(frequencies), &names, n, jobs);
}

Prepared::Prepared(std::shared_ptr<const References> references, int n, std::size_t jobs)
    : Prepared(counted(std::move(references), n, jobs)) {}

Prepared::Prepared(std::shared_ptr<const References> references, std::shared_ptr<const Frequencies> frequencies, int n,
                   std::size_t jobs)
    : Prepared(std::move(references), std::move(frequencies), nullptr, n, jobs) {}

Prepared::Prepared(std::shared_ptr<const References> references, std::shared_ptr<const Frequencies> frequencies,
                   const std::vector<Frequencies::Name> *counted_names, int n, std::size_t jobs)
    : references_(std::move(references)), weights_(std::move(frequencies), references_->vocabulary), n_(n),
      norms_(references_->image_ends.back() * static_cast<std::size_t>(n)) {
    const Sentences &sentences = references_->sentences;
    const bool is_counted = counted_names != nullptr;
    static const std::vector<Frequencies::Name> kNone;
    const std::vector<Frequencies::Name> &names = is_counted ? *counted_names : kNone;
    run_ranges(references_->image_ends.back(), jobs, [&](std::size_t begin, std::size_t end) {
        NormMaker maker;
        std::size_t place = 0;
        for (std::size_t i = 0; i < begin && is_counted; ++i) place += ngrams_in(sentences[i].size, 2, n_);
        for (std::size_t i = begin; i < end; ++i) {
            Words words = sentences[i];
            maker.set(words);
            for (int order = 1; order <= n_; ++order) {
                norms_[i * n_ + order - 1] = maker.norm(order, [&](std::size_t at) {
                    if (order == 1 && is_counted) return weights_.idf(Frequencies::single(words.data[at]));
                    if (!is_counted) return weights_.idf(Ngram::of(words.data + at, order));
                    if (place + at + kAhead < names.size()) weights_.prefetch(names[place + at + kAhead]);
                    return weights_.idf(names[place + at]);
                });
                place += ngrams_in(words.size, std::max(order, 2), order); // names of single words need no place
            }
        }
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
