#include "parses.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "../parallel.hpp"
#include "collapse.hpp"

namespace cutline::scene {
namespace {

void check_offsets(const View<int64_t> &offsets, std::size_t total, const std::string &name) {
    if (offsets.size == 0 || offsets[0] != 0 || offsets[offsets.size - 1] != static_cast<int64_t>(total))
        throw std::invalid_argument(name + " begin with 0 and end with " + std::to_string(total));
    for (std::size_t i = 1; i < offsets.size; ++i)
        if (offsets[i] < offsets[i - 1]) throw std::invalid_argument(name + " descend at " + std::to_string(i));
}

void check_size(std::size_t size, std::size_t tokens, const std::string &name) {
    if (size != tokens)
        throw std::invalid_argument("expected " + std::to_string(tokens) + " " + name + ", as many as words, found " + std::to_string(size));
}

void check_numbers(const View<int32_t> &numbers, std::size_t names, const std::string &name) {
    for (std::size_t i = 0; i < numbers.size; ++i)
        if (numbers[i] < 0 || static_cast<std::size_t>(numbers[i]) >= names)
            throw std::invalid_argument("token " + std::to_string(i) + ": " + name + " " + std::to_string(numbers[i]) + " has no name");
}

} // namespace

void Parses::check() const {
    std::size_t tokens = words.size();
    check_size(lemmas.size(), tokens, "lemmas");
    check_size(tags.size, tokens, "tags");
    check_size(heads.size, tokens, "heads");
    check_size(relations.size, tokens, "relations");
    check_numbers(tags, tag_names.size(), "tag");
    check_numbers(relations, relation_names.size(), "relation");
    check_offsets(sentence_offsets, tokens, "sentence offsets");
    check_offsets(caption_offsets, sentences(), "caption offsets");
    for (std::size_t i = 0; i < sentences(); ++i)
        for (int64_t k = sentence_offsets[i]; k < sentence_offsets[i + 1]; ++k)
            if (int32_t head = heads[static_cast<std::size_t>(k)]; head < 0 || head > sentence_offsets[i + 1] - sentence_offsets[i])
                throw std::invalid_argument("token " + std::to_string(k) + ": head " + std::to_string(head) + " is outside its sentence");
}

Sentence Parses::sentence(std::size_t number) const {
    Sentence tokens;
    auto begin = static_cast<std::size_t>(sentence_offsets[number]), end = static_cast<std::size_t>(sentence_offsets[number + 1]);
    tokens.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i)
        tokens.push_back({words[i], lemmas[i], tag_names[static_cast<std::size_t>(tags[i])], static_cast<uint32_t>(heads[i]),
                          relation_names[static_cast<std::size_t>(relations[i])]});
    return tokens;
}

Scenes scenes_of(const Parses &parses, std::size_t jobs) {
    std::vector<std::vector<Tuple>> tuples(parses.captions());
    run_ranges(parses.captions(), jobs, [&](std::size_t begin, std::size_t end) {
        for (std::size_t caption = begin; caption < end; ++caption) {
            auto first = static_cast<std::size_t>(parses.caption_offsets[caption]);
            auto last = static_cast<std::size_t>(parses.caption_offsets[caption + 1]);
            for (std::size_t i = first; i < last; ++i) append_tuples(parses.sentence(i), i - first, tuples[caption]);
        }
    });
    Scenes scenes;
    for (std::vector<Tuple> &of_caption : tuples) {
        std::move(of_caption.begin(), of_caption.end(), std::back_inserter(scenes.tuples));
        scenes.close_caption();
    }
    return scenes;
}

std::vector<CollapsedEdge> collapsed_edges(const Sentence &sentence, std::size_t number) {
    Graph graph(sentence, number);
    collapse(graph);
    std::vector<CollapsedEdge> edges;
    for (Node node : graph.nodes_by_place())
        for (const Edge *edge : graph.out(node))
            edges.push_back({graph.place(node) + 1, edge->relation, graph.place(edge->dependent) + 1, graph.copy(node), graph.copy(edge->dependent)});
    return edges;
}

} // namespace cutline::scene
