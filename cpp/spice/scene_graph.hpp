// The tuples of one caption, or of all references of an image, with words that mean the same merged.
#pragma once

#include <vector>

#include "../scene/parses.hpp"
#include "concept.hpp"

namespace cutline::spice {

class SceneGraph {
  public:
    struct Object {
        Concept name;
        std::vector<Concept> attributes;
    };
    struct Relation {
        std::size_t subject, object; // places in objects()
        Concept name;
    };

    // Adds a tuple. The order of tuples counts: what has been merged attracts more.
    void add(const scene::Tuple &tuple, const meteor::Synonyms &synonyms);

    const std::vector<Object> &objects() const { return objects_; }
    const std::vector<Relation> &relations() const { return relations_; }

  private:
    std::size_t find_or_add_object(Concept name);
    void add_attribute(std::size_t object, Concept attribute);
    void add_relation(std::size_t subject, std::size_t object, Concept name);

    std::vector<Object> objects_;
    std::vector<Relation> relations_;
};

} // namespace cutline::spice
