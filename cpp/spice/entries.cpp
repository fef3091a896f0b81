#include "entries.hpp"

namespace cutline::spice {
namespace {

// Merged attributes are of no category: the official program looks up "red/crimson" as it prints it.
Category finer_category(const Concept &attribute) { return attribute.words.size() == 1 ? category_of(attribute.words[0]) : kCategories; }

} // namespace

std::vector<Entry> entries_of(const SceneGraph &graph) {
    std::vector<Entry> entries;
    for (const SceneGraph::Object &object : graph.objects()) {
        entries.push_back({{&object.name}, 1, kCategories});
        for (const Concept &attribute : object.attributes) entries.push_back({{&object.name, &attribute}, 2, finer_category(attribute)});
    }
    for (const SceneGraph::Relation &relation : graph.relations())
        entries.push_back({{&graph.objects()[relation.subject].name, &relation.name, &graph.objects()[relation.object].name}, 3, kCategories});
    return entries;
}

bool is_in(const Entry &entry, std::size_t category) {
    return category == kAll || (category <= kRelation ? entry.size == category : entry.finer == category);
}

bool match(const Entry &a, const Entry &b) {
    if (a.size != b.size) return false;
    for (std::size_t i = 0; i < a.size; ++i)
        if (!are_similar(*a.parts[i], *b.parts[i])) return false;
    return true;
}

SceneGraph graph_of(const scene::Scenes &scenes, std::size_t first, std::size_t last, const meteor::Synonyms &synonyms) {
    SceneGraph graph;
    for (std::size_t i = scenes.ends[first]; i < scenes.ends[last]; ++i) graph.add(scenes.tuples[i], synonyms);
    return graph;
}

} // namespace cutline::spice
