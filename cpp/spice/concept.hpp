// What a word in a scene graph means: the words that were merged into it, and their sets of synonyms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../meteor/tables.hpp"

namespace cutline::spice {

struct Concept {
    std::vector<std::string> words; // both ascend, without repetition
    std::vector<uint32_t> synsets;

    void merge(const Concept &other);
};

inline bool operator==(const Concept &a, const Concept &b) { return a.words == b.words && a.synsets == b.synsets; }

Concept concept_of(std::string_view word, const meteor::Synonyms &synonyms);

// Whether two concepts have a word or a set of synonyms in common.
bool are_similar(const Concept &a, const Concept &b);

// 1 for a common word, else the share of common sets of synonyms among all of both.
double similarity(const Concept &a, const Concept &b);

} // namespace cutline::spice
