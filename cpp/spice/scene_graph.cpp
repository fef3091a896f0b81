#include "scene_graph.hpp"

#include <algorithm>

#include "../scene/strings.hpp"

namespace cutline::spice {

void SceneGraph::add(const scene::Tuple &tuple, const meteor::Synonyms &synonyms) {
    auto named = [&](std::size_t part) { return concept_of(tuple.parts[part], synonyms); };
    std::size_t object = find_or_add_object(named(0));
    if (tuple.size == 2) add_attribute(object, named(1));
    if (tuple.size < 3) return;
    std::string_view relation = tuple.parts[1];
    if (scene::starts_with(relation, "be ")) relation.remove_prefix(3);
    add_relation(object, find_or_add_object(named(2)), concept_of(relation, synonyms));
}

std::size_t SceneGraph::find_or_add_object(Concept name) {
    std::size_t best = objects_.size();
    double highest = 0;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
        if (objects_[i].name == name) return i;
        double value = similarity(objects_[i].name, name);
        if (value > 0 && value >= highest) best = i, highest = value;
    }
    if (best == objects_.size()) objects_.push_back({std::move(name), {}});
    else objects_[best].name.merge(name);
    return best;
}

void SceneGraph::add_attribute(std::size_t object, Concept attribute) {
    std::vector<Concept> &attributes = objects_[object].attributes;
    if (std::find(attributes.begin(), attributes.end(), attribute) != attributes.end()) return;
    auto similar = std::find_if(attributes.begin(), attributes.end(), [&](const Concept &other) { return are_similar(other, attribute); });
    if (similar == attributes.end()) attributes.push_back(std::move(attribute));
    else similar->merge(attribute);
}

void SceneGraph::add_relation(std::size_t subject, std::size_t object, Concept name) {
    Relation *similar = nullptr;
    for (Relation &other : relations_) {
        if (other.subject != subject || other.object != object) continue;
        if (other.name == name) return;
        if (!similar && are_similar(other.name, name)) similar = &other;
    }
    if (similar) similar->name.merge(name);
    else relations_.push_back({subject, object, std::move(name)});
}

} // namespace cutline::spice
