// BLEU, ROUGE and CIDEr.
#include <memory>
#include <string>
#include <vector>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "../metrics/bleu.hpp"
#include "../metrics/cider.hpp"
#include "../metrics/frequencies.hpp"
#include "../metrics/rouge.hpp"
#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

rouge::Pick pick_of(const std::string &name) {
    if (name == "separately") return rouge::Pick::separately;
    if (name == "together") return rouge::Pick::together;
    throw nb::value_error(("pick is separately or together, not " + name).c_str());
}

bleu::ReferenceLength reference_length_of(const std::string &name) {
    if (name == "closest") return bleu::ReferenceLength::closest;
    if (name == "shortest") return bleu::ReferenceLength::shortest;
    if (name == "average") return bleu::ReferenceLength::average;
    throw nb::value_error(("reference length is closest, shortest or average, not " + name).c_str());
}

int order_of(int n) {
    if (n < 1 || n > kMaxOrder) throw nb::value_error("n-grams have 1 to 4 words");
    return n;
}

Matrix bleu_statistics(const References &references, const Candidates &candidates, const std::string &reference_length,
                       std::size_t jobs) {
    auto choice = reference_length_of(reference_length);
    return make_matrix(candidates.count(), bleu::kColumns,
                       [&](double *rows) { bleu::statistics(references, candidates, choice, jobs, rows); });
}

Vector bleu_scores(const ReadMatrix &rows, int n, bool official_constants) {
    if (rows.shape(1) != bleu::kColumns) throw nb::value_error("BLEU statistics have 10 columns");
    order_of(n);
    return make_vector(rows.shape(0), [&](double *values) {
        bleu::scores(rows.data(), rows.shape(0), n, official_constants, values);
    });
}

Matrix rouge_n_statistics(const References &references, const Candidates &candidates, int n, std::size_t jobs) {
    order_of(n);
    return make_matrix(candidates.count(), 2,
                       [&](double *rows) { rouge::n_statistics(references, candidates, n, jobs, rows); });
}

Matrix rouge_l_statistics(const References &references, const Candidates &candidates, const std::string &pick, double beta,
                          bool by_single_space, std::size_t jobs) {
    auto how = pick_of(pick);
    return make_matrix(candidates.count(), 2, [&](double *rows) {
        rouge::l_statistics(references, candidates, how, beta, by_single_space, jobs, rows);
    });
}

Matrix rouge_s_statistics(const References &references, const Candidates &candidates, const std::string &pick, double beta,
                          std::size_t distance, std::size_t jobs) {
    auto how = pick_of(pick);
    return make_matrix(candidates.count(), 2, [&](double *rows) {
        rouge::s_statistics(references, candidates, how, beta, distance, jobs, rows);
    });
}

std::shared_ptr<Frequencies> count_frequencies(const References &references, int n, std::size_t jobs) {
    order_of(n);
    nb::gil_scoped_release unlocked;
    return std::make_shared<Frequencies>(references, n, jobs);
}

// Entries are (words, count) with one to four words each.
std::shared_ptr<Frequencies> frequencies_from(nb::iterable entries, double images) {
    auto frequencies = std::make_shared<Frequencies>(images);
    std::vector<std::string_view> words;
    for (nb::handle entry : entries) {
        words.clear();
        for_each_item(entry[nb::int_(0)], [&](nb::handle word) { words.push_back(utf8_of(word)); });
        order_of(static_cast<int>(words.size()));
        frequencies->add(words, nb::cast<uint32_t>(entry[nb::int_(1)]));
    }
    return frequencies;
}

nb::list frequency_entries(const Frequencies &frequencies) {
    nb::list entries;
    frequencies.for_each([&](const WordId *ids, uint32_t count) {
        nb::list words;
        for (int i = 0; i < kMaxOrder && ids[i]; ++i) {
            std::string_view word = frequencies.vocabulary()->word(ids[i]);
            words.append(nb::str(word.data(), word.size()));
        }
        entries.append(nb::make_tuple(nb::tuple(words), count));
    });
    return entries;
}

// Without frequencies, those of the references themselves are counted.
std::shared_ptr<cider::Prepared> prepare_cider(std::shared_ptr<References> references,
                                               std::shared_ptr<Frequencies> frequencies, int n, std::size_t jobs) {
    order_of(n);
    nb::gil_scoped_release unlocked;
    if (!frequencies) return std::make_shared<cider::Prepared>(std::move(references), n, jobs);
    return std::make_shared<cider::Prepared>(std::move(references), std::move(frequencies), n, jobs);
}

Vector cider_scores(const cider::Prepared &prepared, const Candidates &candidates, bool clip, double sigma,
                    bool length_in_bigrams, std::size_t jobs) {
    return make_vector(candidates.count(), [&](double *values) {
        cider::scores(prepared, candidates, {clip, sigma, length_in_bigrams}, jobs, values);
    });
}

} // namespace

void register_metrics(nb::module_ &module) {
    nb::class_<Frequencies>(module, "Frequencies")
        .def_prop_ro("images", &Frequencies::images)
        .def("__len__", &Frequencies::size)
        .def("entries", &frequency_entries);
    nb::class_<cider::Prepared>(module, "PreparedCider");

    module.def("bleu_statistics", &bleu_statistics, "references"_a, "candidates"_a, "reference_length"_a, "jobs"_a);
    module.def("bleu_scores", &bleu_scores, "statistics"_a, "n"_a, "official_constants"_a);
    module.def("rouge_n_statistics", &rouge_n_statistics, "references"_a, "candidates"_a, "n"_a, "jobs"_a);
    module.def("rouge_l_statistics", &rouge_l_statistics, "references"_a, "candidates"_a, "pick"_a, "beta"_a,
               "by_single_space"_a, "jobs"_a);
    module.def("rouge_s_statistics", &rouge_s_statistics, "references"_a, "candidates"_a, "pick"_a, "beta"_a, "distance"_a,
               "jobs"_a);
    module.def("count_frequencies", &count_frequencies, "references"_a, "n"_a, "jobs"_a);
    module.def("frequencies_from", &frequencies_from, "entries"_a, "images"_a);
    module.def("prepare_cider", &prepare_cider, "references"_a, "frequencies"_a.none(), "n"_a, "jobs"_a);
    module.def("cider_scores", &cider_scores, "prepared"_a, "candidates"_a, "clip"_a, "sigma"_a, "length_in_bigrams"_a,
               "jobs"_a);
}

} // namespace cutline::bindings
