// From basic dependencies to collapsed ones with conjunctions worked out, the graph that scene tuples are read from.
#pragma once

#include "graph.hpp"

namespace cutline::scene {

// All of the below, in the official order.
void collapse(Graph &graph);

// The subject of a word with a passive auxiliary is a passive one.
void mark_passive_subjects(Graph &graph);
// "next to", "in front of": prepositions of several words become one, and what they bring in takes the place of their noun.
void join_words_under_one_head(Graph &graph);
void lift_over_two_word_prepositions(Graph &graph);
void lift_over_three_word_prepositions(Graph &graph);
// "in and around the house", "down the hill and into the water": the head is doubled, one for each preposition.
void double_heads_of_joined_prepositions(Graph &graph);
// Who does it, in a passive sentence.
void mark_agents(Graph &graph);
// nmod becomes nmod:in, conj becomes conj:and.
void name_cases(Graph &graph);
void name_conjunctions(Graph &graph);
// What holds of the first of several joined words holds of the others too.
void share_among_conjuncts(Graph &graph);

// "and" in "conj:and" for an edge between joined words; "" where there is no such word.
std::string conjunction_name(const Graph &graph, Node first, Node other);

} // namespace cutline::scene
