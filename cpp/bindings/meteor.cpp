// METEOR: its tables, statistics, scores and alignments.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "../meteor/compiler.hpp"
#include "../metrics/meteor.hpp"
#include "common.hpp"
#include "meteor_tables.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

nb::bytes finish_meteor(meteor::Compiler &compiler, nb::bytes function_words, nb::bytes prefixes, nb::bytes synsets, nb::bytes exceptions) {
    auto view = [](const nb::bytes &bytes) { return std::string_view(bytes.c_str(), bytes.size()); };
    std::string file = compiler.finish(view(function_words), view(prefixes), view(synsets), view(exceptions));
    return nb::bytes(file.data(), file.size());
}

// alpha, beta, gamma, delta and the weight of each stage.
using MeteorParameters = std::array<double, 4 + meteor::kStages>;

meteor::Parameters parameters_of(const MeteorParameters &values) {
    meteor::Parameters parameters{values[0], values[1], values[2], values[3], {}};
    std::copy(values.begin() + 4, values.end(), parameters.weights);
    return parameters;
}

std::shared_ptr<meteor::Prepared> prepare_meteor(std::shared_ptr<References> references, std::shared_ptr<MeteorTables> tables, std::size_t jobs) {
    nb::gil_scoped_release unlocked;
    return std::make_shared<meteor::Prepared>(std::move(references), tables_of(tables), jobs);
}

Matrix meteor_statistics(const meteor::Prepared &prepared, const Candidates &candidates, const MeteorParameters &parameters, std::size_t jobs) {
    return make_matrix(candidates.count(), meteor::kColumns, [&](double *rows) {
        meteor::statistics(prepared, candidates, parameters_of(parameters), jobs, rows);
    });
}

void check_meteor_columns(const ReadMatrix &rows) {
    if (rows.shape(1) != meteor::kColumns) throw nb::value_error("METEOR statistics have 23 columns");
}

Vector meteor_scores(const ReadMatrix &rows, const MeteorParameters &parameters) {
    check_meteor_columns(rows);
    return make_vector(rows.shape(0), [&](double *values) {
        meteor::scores(rows.data(), rows.shape(0), parameters_of(parameters), values);
    });
}

Matrix meteor_summands(const ReadMatrix &rows) {
    check_meteor_columns(rows);
    return make_matrix(rows.shape(0), meteor::kColumns,
                       [&](double *summands) { meteor::summands(rows.data(), rows.shape(0), summands); });
}

// (precision, recall, F, fragmentation, score) of a row.
nb::tuple meteor_parts(const ReadMatrix &rows, const MeteorParameters &parameters) {
    check_meteor_columns(rows);
    if (rows.shape(0) != 1) throw nb::value_error("one row is needed");
    meteor::Score score = meteor::score(rows.data(), parameters_of(parameters));
    return nb::make_tuple(score.precision, score.recall, score.f, score.fragmentation, score.value);
}

// For each reference: the words of both sides, the pairs (stage, candidate start and length, reference start and length), and
// the statistics.
nb::list meteor_explain(const MeteorTables &tables, const std::string &candidate, const std::vector<std::string> &references) {
    nb::list answers;
    for (const meteor::Explanation &found : meteor::explain(tables.tables, candidate, references)) {
        nb::list pairs, row;
        for (const auto &pair : found.pairs)
            pairs.append(nb::make_tuple(static_cast<int>(pair.stage), pair.candidate_start, pair.candidate_length, pair.reference_start, pair.reference_length));
        for (double value : found.row) row.append(value);
        answers.append(nb::make_tuple(found.candidate, found.reference, pairs, row));
    }
    return answers;
}

} // namespace

void register_meteor(nb::module_ &module) {
    nb::class_<meteor::Compiler>(module, "MeteorCompiler")
        .def(nb::init<>())
        .def("add_paraphrases", [](meteor::Compiler &compiler, nb::bytes piece) { compiler.add_paraphrases({piece.c_str(), piece.size()}); }, "piece"_a)
        .def("finish", &finish_meteor, "function_words"_a, "prefixes"_a, "synsets"_a, "exceptions"_a);
    nb::class_<MeteorTables>(module, "MeteorTables").def(nb::init<nb::handle>(), "source"_a);
    nb::class_<meteor::Prepared>(module, "PreparedMeteor");
    module.def("prepare_meteor", &prepare_meteor, "references"_a, "tables"_a, "jobs"_a);
    module.def("meteor_statistics", &meteor_statistics, "prepared"_a, "candidates"_a, "parameters"_a, "jobs"_a);
    module.def("meteor_scores", &meteor_scores, "statistics"_a, "parameters"_a);
    module.def("meteor_summands", &meteor_summands, "statistics"_a);
    module.def("meteor_parts", &meteor_parts, "statistics"_a, "parameters"_a);
    module.def("meteor_explain", &meteor_explain, "tables"_a, "candidate"_a, "references"_a);
}

} // namespace cutline::bindings
