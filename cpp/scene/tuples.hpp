// What a caption says: objects, their attributes, and relations between them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "graph.hpp"

namespace cutline::scene {

// (object), (object, attribute) or (subject, relation, object).
struct Tuple {
    std::array<std::string, 3> parts;
    std::size_t size;
};

// The graph with its nodes in the order in which patterns are looked for.
struct Walk {
    explicit Walk(const Graph &graph) : graph(graph), nodes(graph.in_walking_order()) {}
    const Graph &graph;
    std::vector<Node> nodes;
};

// Appends the tuples of a sentence, in the official order.
void append_tuples(const Sentence &sentence, std::size_t number, std::vector<Tuple> &tuples);

// The rules, in the order they are applied in. Each appends what it finds.
void relate_subjects_to_objects(const Walk &walk, std::vector<Tuple> &tuples);
void relate_through_clauses(const Walk &walk, std::vector<Tuple> &tuples);
void describe_by_verbs(const Walk &walk, std::vector<Tuple> &tuples);
void describe_by_complements(const Walk &walk, std::vector<Tuple> &tuples);
void describe_by_modifiers(const Walk &walk, std::vector<Tuple> &tuples);
void describe_by_adjectives(const Walk &walk, std::vector<Tuple> &tuples);
void relate_by_prepositions(const Walk &walk, std::vector<Tuple> &tuples);
void relate_owners(const Walk &walk, std::vector<Tuple> &tuples);
void relate_agents(const Walk &walk, std::vector<Tuple> &tuples);
void count_plurals(const Walk &walk, std::vector<Tuple> &tuples);
void describe_by_compounds(const Walk &walk, std::vector<Tuple> &tuples);
void name_objects(const Walk &walk, std::vector<Tuple> &tuples);

// A word in a tuple: its lemma.
std::string name_of(const Graph &graph, Node node);

inline void append(std::vector<Tuple> &tuples, std::string object) { tuples.push_back({{std::move(object), "", ""}, 1}); }
inline void append(std::vector<Tuple> &tuples, std::string object, std::string attribute) {
    tuples.push_back({{std::move(object), std::move(attribute), ""}, 2});
}
inline void append(std::vector<Tuple> &tuples, std::string subject, std::string relation, std::string object) {
    tuples.push_back({{std::move(subject), std::move(relation), std::move(object)}, 3});
}

// Whether a relation's name leads to an object, with a preposition or without.
bool is_object(std::string_view relation);

} // namespace cutline::scene
