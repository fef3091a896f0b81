// Changes to the collapsed graph before tuples are read from it.
#pragma once

#include "graph.hpp"

namespace cutline::scene {

// "a lot of dogs", "several of the dogs": the dogs take the place of the quantity, which becomes one expression below them.
void promote_quantified_nouns(Graph &graph);

// Pronouns give all their edges to the noun that they stand for, as the official program guesses it.
void resolve_pronouns(Graph &graph);

} // namespace cutline::scene
