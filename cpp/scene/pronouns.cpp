#include <algorithm>

#include "edits.hpp"
#include "strings.hpp"

namespace cutline::scene {
namespace {

constexpr Node kNone = static_cast<Node>(-1);

// Compared as they are written: the official program does not know a capitalised "It" as one thing.
constexpr std::string_view kSingular[] = {"i",   "me",  "myself",  "mine", "my", "yourself", "he",  "him", "himself", "his",    "she",
                                          "her", "herself", "hers", "it",   "itself", "its", "one", "oneself", "one's"};

bool can_stand_for(std::string_view tag, bool is_singular) {
    return is_singular ? is_one_of(tag, {"NN", "NNP"}) : starts_with(tag, "NN");
}

// The first noun in breadth from the first root, children from left to right.
Node antecedent(const Graph &graph, bool is_singular) {
    std::vector<Node> queue(graph.roots().begin(), graph.roots().begin() + !graph.roots().empty());
    std::vector<bool> is_seen(graph.size());
    for (std::size_t next = 0; next < queue.size(); ++next) {
        Node node = queue[next];
        if (is_seen[node]) continue;
        is_seen[node] = true;
        if (can_stand_for(graph.tag(node), is_singular)) return node;
        std::size_t first = queue.size();
        for (const Edge *edge : graph.out(node)) queue.push_back(edge->dependent);
        std::stable_sort(queue.begin() + static_cast<std::ptrdiff_t>(first), queue.end(),
                         [&](Node a, Node b) { return graph.place(a) < graph.place(b); });
    }
    return kNone;
}

} // namespace

void resolve_pronouns(Graph &graph) {
    std::vector<Node> nodes = graph.nodes_by_place();
    std::reverse(nodes.begin(), nodes.end()); // so that edges that come to lie side by side are in the official order
    for (Node pronoun : nodes) {
        if (!is_pronoun(graph.tag(pronoun)) || graph.place(pronoun) == 0 || graph.in(pronoun).empty()) continue;
        Node noun = antecedent(graph, is_one_of(graph.token(pronoun).word, kSingular));
        if (noun == kNone || graph.place(noun) >= graph.place(pronoun)) continue;
        const auto heads = graph.in(pronoun), children = graph.out(pronoun);
        for (Edge *edge : heads) graph.move(edge, edge->head, edge->relation, noun);
        for (Edge *edge : children) graph.move(edge, noun, edge->relation, edge->dependent);
    }
}

} // namespace cutline::scene
