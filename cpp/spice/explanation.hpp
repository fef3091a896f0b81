// SPICE of one candidate, tuple by tuple.
#pragma once

#include <string>
#include <vector>

#include "../meteor/tables.hpp"
#include "../scene/parses.hpp"

namespace cutline::spice {

struct ExplainedTuple {
    std::vector<std::string> parts; // merged words are joined by a slash
    // Of a candidate's tuple: the place of the first one of the references that it matches, or -1. Of a tuple of the
    // references: how many of the candidate match it.
    long matches;
};

struct Explanation {
    std::vector<ExplainedTuple> candidate, references;
};

// The references are the captions from `first` to before `last`.
Explanation explain(const scene::Scenes &references, std::size_t first, std::size_t last, const scene::Scenes &candidates,
                    std::size_t candidate, const meteor::Synonyms &synonyms);

} // namespace cutline::spice
