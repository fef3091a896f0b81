// The tuples of a finished graph, ready to be compared.
#pragma once

#include <array>
#include <vector>

#include "categories.hpp"
#include "scene_graph.hpp"

namespace cutline::spice {

struct Entry {
    std::array<const Concept *, 3> parts;
    std::size_t size;
    Category finer; // of an attribute, else kCategories
};

// Objects with their attributes, then relations. They point into the graph.
std::vector<Entry> entries_of(const SceneGraph &graph);

bool is_in(const Entry &entry, std::size_t category);

// Whether two tuples mean the same, part by part.
bool match(const Entry &a, const Entry &b);

// The graph of these captions, in their order.
SceneGraph graph_of(const scene::Scenes &scenes, std::size_t first, std::size_t last, const meteor::Synonyms &synonyms);

} // namespace cutline::spice
