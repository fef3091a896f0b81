// Scene tuples from parses, and SPICE's statistics from tuples.
#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "../scene/parses.hpp"
#include "../spice/explanation.hpp"
#include "../spice/statistics.hpp"
#include "common.hpp"
#include "meteor_tables.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

using Numbers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Offsets = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Item, class Array> View<Item> view_of(const Array &array) { return {array.data(), array.shape(0)}; }

std::vector<std::string_view> views_of(const Texts &texts) {
    std::vector<std::string_view> views(texts.count());
    for (std::size_t i = 0; i < views.size(); ++i) views[i] = texts[i];
    return views;
}

std::shared_ptr<scene::Scenes> scenes_from_parses(nb::handle words, nb::handle lemmas, const Numbers &tags, const Numbers &heads,
                                                  const Numbers &relations, std::vector<std::string> tag_names,
                                                  std::vector<std::string> relation_names, const Offsets &sentence_offsets,
                                                  const Offsets &caption_offsets, std::size_t jobs) {
    Texts word_texts = texts_of(words), lemma_texts = texts_of(lemmas);
    nb::gil_scoped_release unlocked;
    scene::Parses parses{views_of(word_texts), views_of(lemma_texts), view_of<int32_t>(tags), view_of<int32_t>(heads),
                         view_of<int32_t>(relations), std::move(tag_names), std::move(relation_names),
                         view_of<int64_t>(sentence_offsets), view_of<int64_t>(caption_offsets)};
    parses.check();
    return std::make_shared<scene::Scenes>(scene::scenes_of(parses, jobs));
}

// `tokens` are (word, lemma, tag, head, relation).
nb::list collapsed_edges(const std::vector<std::tuple<std::string, std::string, std::string, uint32_t, std::string>> &tokens,
                         std::size_t number) {
    scene::Sentence sentence;
    for (const auto &[word, lemma, tag, head, relation] : tokens) {
        if (head > tokens.size()) throw nb::value_error(("head " + std::to_string(head) + " is outside the sentence").c_str());
        sentence.push_back({word, lemma, tag, head, relation});
    }
    nb::list edges;
    for (const scene::CollapsedEdge &edge : scene::collapsed_edges(sentence, number))
        edges.append(nb::make_tuple(edge.head, edge.relation, edge.dependent, edge.head_copy, edge.dependent_copy));
    return edges;
}

std::shared_ptr<scene::Scenes> scenes_from_tuples(nb::handle captions) {
    auto scenes = std::make_shared<scene::Scenes>();
    for_each_item(captions, [&](nb::handle caption) {
        for_each_item(caption, [&](nb::handle tuple) {
            scene::Tuple made{{}, 0};
            for_each_item(tuple, [&](nb::handle part) {
                if (made.size == made.parts.size()) throw nb::value_error("a tuple has one to three parts");
                made.parts[made.size++] = utf8_of(part);
            });
            if (made.size == 0) throw nb::value_error("a tuple has one to three parts");
            scenes->tuples.push_back(std::move(made));
        });
        scenes->close_caption();
    });
    return scenes;
}

nb::list tuples_of(const scene::Scenes &scenes) {
    nb::list captions;
    for (std::size_t caption = 0; caption < scenes.captions(); ++caption) {
        nb::list tuples;
        for (std::size_t i = scenes.ends[caption]; i < scenes.ends[caption + 1]; ++i) {
            const scene::Tuple &tuple = scenes.tuples[i];
            nb::object parts = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(tuple.size)));
            for (std::size_t k = 0; k < tuple.size; ++k)
                PyTuple_SetItem(parts.ptr(), static_cast<Py_ssize_t>(k), nb::str(tuple.parts[k].data(), tuple.parts[k].size()).release().ptr());
            tuples.append(parts);
        }
        captions.append(tuples);
    }
    return captions;
}

Matrix spice_statistics(const scene::Scenes &references, const Offsets &reference_offsets, const scene::Scenes &candidates,
                        const ReadIndices &images, const std::shared_ptr<MeteorTables> &tables, std::size_t jobs) {
    std::vector<std::size_t> image_ends(reference_offsets.data(), reference_offsets.data() + reference_offsets.shape(0));
    if (image_ends.empty() || image_ends.front() != 0 || image_ends.back() != references.captions() ||
        !std::is_sorted(image_ends.begin(), image_ends.end()))
        throw nb::value_error("reference offsets ascend from 0 to the number of references");
    std::vector<uint32_t> image_of(images.data(), images.data() + images.shape(0));
    if (image_of.size() != candidates.captions()) throw nb::value_error("as many image indices as candidates are needed");
    for (uint32_t image : image_of)
        if (image >= image_ends.size() - 1) throw nb::index_error("an image index is beyond the references");
    return make_matrix(image_of.size(), spice::kColumns, [&](double *rows) {
        spice::statistics(references, image_ends, candidates, image_of, tables->tables.synonyms(), jobs, rows);
    });
}

nb::list explained_tuples(const std::vector<spice::ExplainedTuple> &tuples) {
    nb::list result;
    for (const spice::ExplainedTuple &tuple : tuples) {
        nb::list parts;
        for (const std::string &part : tuple.parts) parts.append(nb::str(part.data(), part.size()));
        result.append(nb::make_tuple(nb::tuple(parts), tuple.matches));
    }
    return result;
}

nb::tuple spice_explain(const scene::Scenes &references, std::size_t first, std::size_t last, const scene::Scenes &candidates,
                        std::size_t candidate, const std::shared_ptr<MeteorTables> &tables) {
    if (first > last || last > references.captions()) throw nb::index_error("a reference is beyond the last");
    if (candidate >= candidates.captions()) throw nb::index_error("a candidate is beyond the last");
    auto explanation = spice::explain(references, first, last, candidates, candidate, tables->tables.synonyms());
    return nb::make_tuple(explained_tuples(explanation.candidate), explained_tuples(explanation.references));
}

} // namespace

void register_scene(nb::module_ &module) {
    nb::class_<scene::Scenes>(module, "Scenes").def("__len__", &scene::Scenes::captions).def("tuples", &tuples_of);
    module.def("scenes_from_parses", &scenes_from_parses, "words"_a, "lemmas"_a, "tags"_a, "heads"_a, "relations"_a,
               "tag_names"_a, "relation_names"_a, "sentence_offsets"_a, "caption_offsets"_a, "jobs"_a);
    module.def("scenes_from_tuples", &scenes_from_tuples, "captions"_a);
    module.def("collapsed_edges", &collapsed_edges, "tokens"_a, "number"_a);
    module.def("spice_statistics", &spice_statistics, "references"_a, "reference_offsets"_a, "candidates"_a, "images"_a,
               "tables"_a, "jobs"_a);
    module.def("spice_explain", &spice_explain, "references"_a, "first"_a, "last"_a, "candidates"_a, "candidate"_a, "tables"_a);
}

} // namespace cutline::bindings
