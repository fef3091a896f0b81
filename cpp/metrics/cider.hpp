// CIDEr and CIDEr-D (Chen et al. 2015, section 3.6), summed in the official program's order.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "data.hpp"
#include "frequencies.hpp"

namespace cutline::cider {

// tf-idf weights of n-grams. The term frequency is the raw count: the official program does not divide by length.
class Weights {
  public:
    // `words` is the vocabulary whose numbers the n-grams hold; it may differ from that of the frequencies.
    Weights(std::shared_ptr<const Frequencies> frequencies, const std::shared_ptr<const Vocabulary> &words);

    void prefetch(const Ngram &gram) const;
    void prefetch(Frequencies::Name name) const { frequencies_->prefetch(name); }

    // ln(images) - ln(max(1, df)); an n-gram that no reference has gets the full ln(images).
    struct Idf {
        double value, square;
    };
    Idf idf(const Ngram &gram) const;
    Idf idf(Frequencies::Name name) const { return idf_of_count(frequencies_->count(name)); }

  private:
    Idf idf_of_count(uint32_t count) const;
    Ngram renumbered(const Ngram &gram) const;

    std::shared_ptr<const Frequencies> frequencies_;
    double log_images_;
    std::vector<WordId> renumber_; // empty when the vocabularies are one
    std::vector<Idf> idf_by_count_;
};

// What is known of the references before any candidate comes.
class Prepared {
  public:
    // With the document frequencies of these same references.
    Prepared(std::shared_ptr<const References> references, int n, std::size_t jobs);
    // With others.
    Prepared(std::shared_ptr<const References> references, std::shared_ptr<const Frequencies> frequencies, int n,
             std::size_t jobs);

    const References &references() const { return *references_; }
    const Weights &weights() const { return weights_; }
    int n() const { return n_; }
    double norm(std::size_t sentence, int order) const { return norms_[sentence * n_ + order - 1]; }

  private:
    // With the names of all n-grams of two words and more, or null: then each is looked up.
    Prepared(std::shared_ptr<const References> references, std::shared_ptr<const Frequencies> frequencies,
             const std::vector<Frequencies::Name> *counted_names, int n, std::size_t jobs);
    static Prepared counted(std::shared_ptr<const References> references, int n, std::size_t jobs);

    std::shared_ptr<const References> references_;
    Weights weights_;
    int n_;
    std::vector<double> norms_;
};

struct Settings {
    bool clip;              // CIDEr-D: a candidate's weight counts no more than the reference's
    double sigma;           // CIDEr-D: width of the length penalty; 0 for none
    bool length_in_bigrams; // the official program takes a sentence's number of bigrams for its length
};

void scores(const Prepared &prepared, const Candidates &candidates, const Settings &settings, std::size_t jobs,
            double *values);

} // namespace cutline::cider
