// The tokenizer, and captions as the metrics read them.
#include <memory>
#include <string>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "../metrics/data.hpp"
#include "../ptb/lexer.hpp"
#include "../text/checksum.hpp"
#include "../words/fingerprint.hpp"
#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

Tokenization tokenization_of(const std::string &name) {
    if (name == "joined") return Tokenization::joined;
    if (name == "alone") return Tokenization::alone;
    if (name == "none") return Tokenization::none;
    throw nb::value_error(("tokenization is joined, alone or none, not " + name).c_str());
}

nb::list tokenize_texts(nb::handle captions, const std::string &tokenization, std::size_t jobs) {
    Texts texts = texts_of(captions);
    Tokenization how = tokenization_of(tokenization);
    Texts words;
    {
        nb::gil_scoped_release unlocked;
        words = tokenize(std::move(texts), how, jobs);
    }
    nb::list result;
    for (std::size_t i = 0; i < words.count(); ++i) result.append(nb::str(words[i].data(), words[i].size()));
    return result;
}

nb::bytes lex(nb::bytes text) {
    std::string_view input(text.c_str(), text.size());
    if (std::size_t at = first_invalid(input); at != kAllValid)
        throw nb::value_error(("byte " + std::to_string(at) + " is not UTF-8").c_str());
    std::string out;
    {
        nb::gil_scoped_release unlocked;
        ptb::Text read{std::string(input)};
        read.lex(0, read.size(), out);
    }
    return nb::bytes(out.data(), out.size());
}

std::shared_ptr<References> make_references(nb::handle images, const std::string &tokenization, std::size_t jobs) {
    auto references = std::make_shared<References>();
    Texts texts;
    std::size_t bytes = 0, count = 0;
    for_each_item(images, [&](nb::handle captions) {
        for_each_item(captions, [&](nb::handle caption) { bytes += utf8_of(caption).size(), ++count; });
    });
    texts.reserve(count, bytes);
    for_each_item(images, [&](nb::handle captions) {
        for_each_item(captions, [&](nb::handle caption) { texts.append(utf8_of(caption)); });
        references->image_ends.push_back(texts.count());
    });
    Tokenization how = tokenization_of(tokenization);
    nb::gil_scoped_release unlocked;
    references->fingerprint = fingerprint(texts, references->image_ends);
    auto vocabulary = std::make_shared<Vocabulary>();
    references->sentences = encode(std::move(texts), how, Vocabulary(), *vocabulary, jobs);
    references->vocabulary = vocabulary;
    return references;
}

std::shared_ptr<Candidates> make_candidates(const References &references, nb::handle captions, const ReadIndices &images,
                                            const std::string &tokenization, std::size_t jobs) {
    Texts texts = texts_of(captions);
    auto candidates = std::make_shared<Candidates>();
    candidates->images.assign(images.data(), images.data() + images.shape(0));
    if (texts.count() != candidates->count()) throw nb::value_error("as many image indices as captions are needed");
    for (uint32_t image : candidates->images)
        if (image >= references.images()) throw nb::index_error("an image index is beyond the references");
    Tokenization how = tokenization_of(tokenization);
    nb::gil_scoped_release unlocked;
    candidates->sentences = encode(std::move(texts), how, *references.vocabulary, candidates->added, jobs);
    return candidates;
}

// The captions as they were tokenized, with single spaces between words.
template <class TextOf> nb::list texts_of_sentences(const Sentences &sentences, TextOf text_of) {
    nb::list texts;
    std::string text;
    for (std::size_t i = 0; i < sentences.count(); ++i) {
        text.clear();
        for (WordId id : sentences[i]) text.append(text_of(id)).append(" ");
        if (!text.empty()) text.pop_back();
        texts.append(nb::str(text.data(), text.size()));
    }
    return texts;
}

nb::list reference_texts(const References &references) {
    return texts_of_sentences(references.sentences, [&](WordId id) { return references.vocabulary->word(id); });
}

nb::list candidate_texts(const References &references, const Candidates &candidates) {
    uint32_t known = references.vocabulary->size();
    return texts_of_sentences(candidates.sentences, [&](WordId id) {
        return id <= known ? references.vocabulary->word(id) : candidates.added.word(id - known);
    });
}

nb::list image_offsets(const References &references) {
    nb::list offsets;
    for (std::size_t end : references.image_ends) offsets.append(end);
    return offsets;
}

uint64_t checksum_of(nb::handle source, uint64_t state) {
    Buffer buffer(source);
    nb::gil_scoped_release unlocked;
    return checksum(buffer.bytes(), state);
}

} // namespace

void register_text(nb::module_ &module) {
    nb::class_<References>(module, "References")
        .def_prop_ro("images", &References::images)
        .def_prop_ro("captions", [](const References &r) { return r.image_ends.back(); })
        .def_prop_ro("words", [](const References &r) { return r.vocabulary->size(); })
        .def_ro("fingerprint", &References::fingerprint);
    nb::class_<Candidates>(module, "Candidates").def_prop_ro("count", &Candidates::count);

    module.def("lex", &lex, "text"_a);
    module.def("tokenize", &tokenize_texts, "captions"_a, "tokenization"_a, "jobs"_a);
    module.def("make_references", &make_references, "images"_a, "tokenization"_a, "jobs"_a);
    module.def("make_candidates", &make_candidates, "references"_a, "captions"_a, "images"_a, "tokenization"_a, "jobs"_a);
    module.def("reference_texts", &reference_texts, "references"_a);
    module.def("candidate_texts", &candidate_texts, "references"_a, "candidates"_a);
    module.def("image_offsets", &image_offsets, "references"_a);
    module.def("checksum", &checksum_of, "buffer"_a, "state"_a);
}

} // namespace cutline::bindings
