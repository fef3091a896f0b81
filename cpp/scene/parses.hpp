// Many parsed captions in flat arrays, as a parser that works in batches gives them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../text/packed_strings.hpp"
#include "tuples.hpp"

namespace cutline::scene {

struct Parses {
    // Of all tokens of all sentences, one after another.
    std::vector<std::string_view> words, lemmas;
    View<int32_t> tags, heads, relations; // numbers of names; heads are counted from 1 within their sentence, 0 for its root
    std::vector<std::string> tag_names, relation_names;
    // Sentence i has the tokens from sentence_offsets[i] to before sentence_offsets[i + 1]; captions have sentences likewise.
    View<int64_t> sentence_offsets, caption_offsets;

    std::size_t sentences() const { return sentence_offsets.size - 1; }
    std::size_t captions() const { return caption_offsets.size - 1; }

    // Throws std::invalid_argument, saying where, unless all numbers are in range.
    void check() const;

    Sentence sentence(std::size_t number) const;
};

// Tuples of many captions. Caption i has those from ends[i] to before ends[i + 1].
struct Scenes {
    std::vector<Tuple> tuples;
    std::vector<std::size_t> ends{0};

    std::size_t captions() const { return ends.size() - 1; }
    void close_caption() { ends.push_back(tuples.size()); }
};

Scenes scenes_of(const Parses &parses, std::size_t jobs);

// An edge of a sentence's collapsed graph, its words counted from 1; a copy of a word has a number from 1 on.
struct CollapsedEdge {
    std::size_t head;
    std::string relation;
    std::size_t dependent, head_copy, dependent_copy;
};

std::vector<CollapsedEdge> collapsed_edges(const Sentence &sentence, std::size_t number);

} // namespace cutline::scene
