#include "collapse.hpp"
#include "strings.hpp"

namespace cutline::scene {
namespace {

// Where both words hang on the noun that they bring in.
constexpr std::string_view kUnderOneHead[] = {
    "across_from", "along_with", "alongside_of", "apart_from", "as_for", "as_from", "as_of", "as_per", "as_to", "aside_from",
    "based_on", "close_by", "close_to", "contrary_to", "compared_to", "compared_with", "except_for", "exclusive_of",
    "far_from", "followed_by", "inside_of", "irrespective_of", "next_to", "near_to", "off_of", "out_of", "outside_of",
    "owing_to", "preliminary_to", "preparatory_to", "previous_to", "pursuant_to", "regardless_of", "subsequent_to",
    "thanks_to", "together_with"};

// Where the first word is the head of the noun.
constexpr std::string_view kTwoWords[] = {
    "apart_from", "as_from", "aside_from", "away_from", "close_by", "close_to", "contrary_to", "far_from", "next_to",
    "near_to", "out_of", "outside_of", "pursuant_to", "regardless_of", "together_with"};

// Where the middle word is.
constexpr std::string_view kThreeWords[] = {
    "by_means_of", "in_accordance_with", "in_addition_to", "in_case_of", "in_front_of", "in_lieu_of", "in_place_of",
    "in_spite_of", "on_account_of", "on_behalf_of", "on_top_of", "with_regard_to", "with_respect_to"};

std::string joined(const Graph &graph, Node first, std::size_t count) {
    std::string words = lowered(graph.token(first).word);
    for (std::size_t i = 1; i < count; ++i) words += "_" + lowered(graph.token(first + static_cast<Node>(i)).word);
    return words;
}

// The child edge to the word at a place, if it has one of these relations.
Edge *edge_to(const Graph &graph, Node head, Node place, std::initializer_list<std::string_view> relations) {
    for (Edge *edge : graph.out(head))
        if (edge->dependent == place && is_one_of(edge->relation, relations)) return edge;
    return nullptr;
}

bool is_leaf(const Graph &graph, Node node) { return graph.out(node).empty(); }

// A word's head edge goes to another word under a new name, or that word becomes the root.
void take_place(Graph &graph, Node old, Node by, std::string_view relation) {
    if (graph.in(old).empty()) {
        graph.replace_root(old, by);
        return;
    }
    Edge *edge = graph.in(old).front();
    graph.move(edge, edge->head, std::string(relation), by);
}

void move_children(Graph &graph, Node from, Node to) {
    const auto edges = graph.out(from);
    for (Edge *edge : edges) graph.move(edge, to, edge->relation, edge->dependent);
}

} // namespace

void join_words_under_one_head(Graph &graph) {
    for (Node head = 0; head < graph.size(); ++head) {
        const auto edges = graph.out(head);
        for (Edge *edge : edges) {
            Node first = edge->dependent, second = first + 1;
            if (!is_one_of(edge->relation, {"case", "advmod"}) || second >= graph.size() || !is_leaf(graph, first)) continue;
            Edge *other = edge_to(graph, head, second, {"case"});
            if (!other || !is_leaf(graph, second) || !is_one_of(joined(graph, first, 2), kUnderOneHead)) continue;
            edge->relation = "case";
            graph.move(other, first, "mwe", second);
        }
    }
}

void lift_over_two_word_prepositions(Graph &graph) {
    for (Node first = 0; first + 1 < graph.size(); ++first) {
        const auto edges = graph.out(first);
        for (Edge *edge : edges) {
            Node second = first + 1, noun = edge->dependent;
            if (edge->relation != "nmod") continue;
            Edge *marker = edge_to(graph, noun, second, {"case"});
            if (!marker || !is_leaf(graph, second) || !is_one_of(joined(graph, first, 2), kTwoWords)) continue;
            std::string relation = graph.in(first).empty() ? "root" : graph.in(first).front()->relation;
            bool is_clause = is_one_of(relation, {"csubj", "csubjpass", "ccomp", "xcomp", "advcl", "acl", "acl:relcl", "conj"});
            graph.remove(edge);
            graph.remove(marker);
            take_place(graph, first, noun, graph.has_child(first, "cop") && is_clause ? relation : "nmod");
            move_children(graph, first, noun);
            graph.add(noun, "case", first);
            graph.add(first, "mwe", second);
            break;
        }
    }
}

void lift_over_three_word_prepositions(Graph &graph) {
    for (Node middle = 1; middle + 1 < graph.size(); ++middle) {
        Node first = middle - 1, last = middle + 1;
        Edge *start = edge_to(graph, middle, first, {"case"});
        if (!start || !is_one_of(joined(graph, first, 3), kThreeWords)) continue;
        const auto edges = graph.out(middle);
        for (Edge *edge : edges) {
            Node noun = edge->dependent;
            if (!is_one_of(edge->relation, {"nmod", "acl", "advcl"})) continue;
            Edge *marker = edge_to(graph, noun, last, {"case", "mark"});
            if (!marker || !is_leaf(graph, last)) continue;
            // A clause stays a clause, whatever the middle word was; a noun gets the middle word's relation.
            std::string relation = edge->relation, marking = marker->relation;
            if (relation == "nmod" && !graph.in(middle).empty()) relation = graph.in(middle).front()->relation;
            for (Edge *gone : {edge, marker, start}) graph.remove(gone);
            take_place(graph, middle, noun, relation);
            move_children(graph, middle, noun);
            graph.add(noun, marking, first);
            graph.add(first, "mwe", middle);
            graph.add(first, "mwe", last);
            break;
        }
    }
}

} // namespace cutline::scene
