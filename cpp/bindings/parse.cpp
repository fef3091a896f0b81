// What the caption parser needs beside its network: tokens to read, and trees to make of scores.
#include "../parallel.hpp"
#include "../parse/sentences.hpp"
#include "../parse/tree.hpp"
#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

using Heads = nb::ndarray<nb::numpy, uint16_t, nb::ndim<2>>;
using Indices = nb::ndarray<nb::numpy, uint32_t, nb::ndim<1>>;
using ArcScores = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

Indices indices_of(const std::vector<uint32_t> &values) {
    auto *data = new uint32_t[values.size() + 1];
    std::copy(values.begin(), values.end(), data);
    nb::capsule owner(data, [](void *pointer) noexcept { delete[] static_cast<uint32_t *>(pointer); });
    return Indices(data, {values.size()}, owner);
}

nb::tuple tokenize_alone(nb::handle captions, std::size_t jobs) {
    Texts texts = texts_of(captions);
    parse::TokenizedCaptions made;
    {
        nb::gil_scoped_release unlocked;
        made = parse::tokenize_alone(texts, jobs);
    }
    nb::list tokens;
    for (const std::string &token : made.tokens) tokens.append(nb::str(token.data(), token.size()));
    return nb::make_tuple(tokens, indices_of(made.sentence_ends), indices_of(made.caption_ends));
}

Heads best_trees(const ArcScores &scores, std::size_t jobs) {
    std::size_t count = scores.shape(0), size = scores.shape(1);
    if (scores.shape(2) != size + 1) throw nb::value_error("expected scores of one more head than words");
    if (size > 0xFFFE) throw nb::value_error("a sentence has at most 65,534 words");
    auto *data = new uint16_t[count * size + 1];
    nb::capsule owner(data, [](void *pointer) noexcept { delete[] static_cast<uint16_t *>(pointer); });
    {
        nb::gil_scoped_release unlocked;
        run_ranges(count, jobs, [&](std::size_t begin, std::size_t end) {
            parse::BestTree tree;
            for (std::size_t i = begin; i < end; ++i) tree.find(scores.data() + i * size * (size + 1), size, data + i * size);
        });
    }
    return Heads(data, {count, size}, owner);
}

} // namespace

void register_parse(nb::module_ &module) {
    module.def("tokenize_for_parser", &tokenize_alone, "captions"_a, "jobs"_a);
    module.def("best_trees", &best_trees, "scores"_a, "jobs"_a);
}

} // namespace cutline::bindings
