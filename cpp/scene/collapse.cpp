#include "collapse.hpp"

#include "strings.hpp"

namespace cutline::scene {
namespace {

// What a preposition is called in a relation's name: its words, lower-cased.
std::string marker_name(const Graph &graph, Node marker) {
    std::string name = lowered(graph.token(marker).word);
    for (Node word : graph.children_by_place(marker, "mwe")) name += "_" + lowered(graph.token(word).word);
    return name;
}

// The marker of the most words counts, the last one of equals; the order is that of the hash table.
std::string case_name(const Graph &graph, Node dependent) {
    const Edge *marker = nullptr;
    std::size_t most = 0;
    for (const Edge *edge : graph.out(dependent)) {
        if (edge->relation != "case") continue;
        std::size_t words = 1 + graph.count_children(edge->dependent, "mwe");
        if (words >= most) marker = edge, most = words;
    }
    return marker ? marker_name(graph, marker->dependent) : "";
}

bool has_case(const Graph &graph, Node node, std::string_view word) {
    for (const Edge *edge : graph.out(node))
        if (edge->relation == "case" && lowered(graph.token(edge->dependent).word) == word) return true;
    return false;
}

} // namespace

void collapse(Graph &graph) {
    mark_passive_subjects(graph);
    join_words_under_one_head(graph);
    lift_over_two_word_prepositions(graph);
    lift_over_three_word_prepositions(graph);
    double_heads_of_joined_prepositions(graph);
    mark_agents(graph);
    name_cases(graph);
    name_conjunctions(graph);
    share_among_conjuncts(graph);
    graph.settle(); // the official program makes its graph from the finished list of dependencies
}

void mark_passive_subjects(Graph &graph) {
    for (Node node = 0; node < graph.size(); ++node) {
        if (!graph.has_child(node, "auxpass")) continue;
        for (Edge *edge : graph.out(node))
            if (edge->relation == "nsubj" || edge->relation == "csubj") edge->relation += "pass";
    }
}

void mark_agents(Graph &graph) {
    for (Node node = 0; node < graph.size(); ++node) {
        if (!graph.has_child(node, "auxpass")) continue;
        for (Edge *edge : graph.out(node))
            if (edge->relation == "nmod" && has_case(graph, edge->dependent, "by")) edge->relation = "nmod:agent";
    }
}

void name_cases(Graph &graph) {
    for (Node node = 0; node < graph.size(); ++node)
        for (Edge *edge : graph.out(node)) {
            if (!is_one_of(edge->relation, {"nmod", "advcl", "acl"})) continue;
            std::string name = case_name(graph, edge->dependent);
            if (!name.empty()) edge->relation += ":" + name;
        }
}

} // namespace cutline::scene
