#include <algorithm>

#include "collapse.hpp"
#include "strings.hpp"

namespace cutline::scene {
namespace {

std::vector<Edge *> children_by(const Graph &graph, Node node, std::string_view relation) {
    std::vector<Edge *> found;
    for (Edge *edge : graph.out(node))
        if (edge->relation == relation) found.push_back(edge);
    return found;
}

Node add_joined_copy(Graph &graph, Node head, const std::string &name) {
    Node copy = graph.add_copy(head);
    graph.add(head, "conj:" + name, copy);
    return copy;
}

// "in and around the house": the copy has the same dependent, by the other preposition.
void double_for_joined_markers(Graph &graph, Node head, const std::string &relation, Node dependent) {
    for (Edge *marker : children_by(graph, dependent, "case"))
        for (Edge *other : children_by(graph, marker->dependent, "conj")) {
            std::string name = conjunction_name(graph, marker->dependent, other->dependent);
            if (name.empty()) continue;
            Node copy = add_joined_copy(graph, head, name);
            graph.add(copy, relation + ":" + lowered(graph.token(other->dependent).word), dependent);
        }
}

// "down the hill and into the water": the copy has the second noun. A joined noun without a preposition of its own gets a
// copy too, which stays bare.
void double_for_joined_phrases(Graph &graph, Node head, const std::string &relation, Node dependent) {
    std::vector<Edge *> joined = children_by(graph, dependent, "conj"), words = children_by(graph, dependent, "cc");
    auto has_case = [&](const Edge *edge) { return graph.has_child(edge->dependent, "case"); };
    auto first = std::find_if(joined.begin(), joined.end(), has_case);
    if (!graph.has_child(dependent, "case") || words.empty() || first == joined.end()) return;
    std::size_t matches = graph.count_children(dependent, "case") * graph.count_children((*first)->dependent, "case");
    std::string name = conjunction_name(graph, dependent, (*first)->dependent);
    std::rotate(joined.begin(), first, first + 1);
    for (Edge *edge : joined) {
        Node copy = add_joined_copy(graph, head, conjunction_name(graph, dependent, edge->dependent));
        if (has_case(edge)) graph.move(edge, copy, relation, edge->dependent);
    }
    // The official program finds the phrases once for each pair of prepositions, and makes a copy each time.
    for (std::size_t i = 1; i < matches; ++i) add_joined_copy(graph, head, name);
    for (Edge *word : words) graph.move(word, head, "cc", word->dependent);
}

bool is_subject(std::string_view relation) { return is_one_of(relation, {"nsubj", "nsubjpass", "csubj", "csubjpass"}); }

const Edge *subject_of(const Graph &graph, Node node) {
    for (const Edge *edge : graph.out(node))
        if (is_subject(edge->relation)) return edge;
    return nullptr;
}

bool has_edge(const Graph &graph, Node head, std::string_view relation, Node dependent) {
    for (const Edge *edge : graph.out(head))
        if (edge->dependent == dependent && edge->relation == relation) return true;
    return false;
}

void share_heads(Graph &graph, const std::vector<Edge *> &heads, Node first, Node other) {
    bool are_described = graph.has_child(first, "acl:relcl") && graph.has_child(other, "acl:relcl");
    for (const Edge *edge : heads) {
        if (edge->relation == "case" || edge->head == other) continue;
        if (are_described && is_one_of(edge->relation, {"dobj", "nsubj"})) continue;
        if (!has_edge(graph, edge->head, edge->relation, other)) graph.add(edge->head, edge->relation, other);
    }
}

// The subject of the first of several joined verbs or adjectives is that of the others, passive or not as they are.
void share_subject(Graph &graph, const Edge *subject, Node other) {
    std::string_view tag = graph.tag(other);
    if (!subject || !(starts_with(tag, "VB") || starts_with(tag, "JJ")) || subject_of(graph, other)) return;
    std::string relation = subject->relation;
    bool is_active = is_one_of(tag, {"VB", "VBZ", "VBP"}) || starts_with(tag, "JJ");
    if (relation == "nsubjpass" && is_active) relation = "nsubj";
    else if (relation == "nsubj" && graph.has_child(other, "auxpass")) relation = "nsubjpass";
    graph.add(other, relation, subject->dependent);
}

} // namespace

std::string conjunction_name(const Graph &graph, Node first, Node other) {
    std::vector<Node> links = graph.children_by_place(first, "cc");
    if (links.empty()) return "";
    auto after = std::lower_bound(links.begin(), links.end(), other); // the link nearest before the other word is the one
    Node link = after == links.begin() ? *after : *(after - 1);
    std::string words = lowered(graph.token(link).word), name = words;
    for (Node word : graph.children_by_place(link, "mwe")) words += " " + lowered(graph.token(word).word);
    for (std::string_view instead : {"but rather", "if not", "instead of", "rather than"})
        if (starts_with(words, instead)) return "negcc";
    for (std::string_view also : {"as well", "but also", "not to mention"})
        if (starts_with(words, also)) return "and";
    return name;
}

void double_heads_of_joined_prepositions(Graph &graph) {
    std::size_t tokens = graph.size();
    for (Node head = 0; head < tokens; ++head) {
        const auto edges = graph.out(head);
        for (Edge *edge : edges) {
            if (!is_one_of(edge->relation, {"nmod", "acl", "advcl"})) continue;
            double_for_joined_markers(graph, head, edge->relation, edge->dependent);
            double_for_joined_phrases(graph, head, edge->relation, edge->dependent);
        }
    }
}

void name_conjunctions(Graph &graph) {
    for (Node node = 0; node < graph.size(); ++node)
        for (Edge *edge : children_by(graph, node, "conj")) {
            std::string name = conjunction_name(graph, node, edge->dependent);
            if (!name.empty()) edge->relation += ":" + name;
        }
}

void share_among_conjuncts(Graph &graph) {
    std::vector<std::pair<Node, Node>> joined;
    // As they are before anything is shared: sharing does not go on from one word to the next.
    std::vector<std::vector<Edge *>> heads(graph.size());
    std::vector<const Edge *> subjects(graph.size());
    for (Node node : graph.nodes_by_place()) {
        for (const Edge *edge : graph.out(node))
            if (starts_with(edge->relation, "conj:")) joined.emplace_back(node, edge->dependent);
        heads[node] = graph.in(node);
        subjects[node] = subject_of(graph, node);
    }
    for (auto [first, other] : joined) {
        share_heads(graph, heads[first], first, other);
        share_subject(graph, subjects[first], other);
    }
}

} // namespace cutline::scene
