#include <algorithm>

#include "edits.hpp"
#include "strings.hpp"

namespace cutline::scene {
namespace {

// "a W of N"
constexpr std::string_view kAfterArticle[] = {
    "lot",   "assortment", "number",    "couple", "bunch",  "handful", "litany", "sheaf", "slew",     "dozen", "series", "variety",
    "multitude", "wad",    "clutch",    "wave",   "mountain", "array", "spate",  "string", "ton",     "range", "plethora", "heap",
    "sort",  "form",       "kind",      "type",   "version", "bit",    "pair",   "triple", "total"};

// "W of N", and numbers such as 60s
constexpr std::string_view kAlone[] = {
    "lots",  "many",      "several",  "plenty",    "tons",     "dozens",   "multitudes", "mountains",
    "loads", "pairs",     "tens",     "hundreds",  "thousands", "millions", "billions",  "trillions"};

// "W of the N", "W of them", and numbers
constexpr std::string_view kBeforeArticle[] = {
    "some", "all",  "both", "neither", "everyone", "nobody",   "one",     "two",     "three",   "four",   "five",
    "six",  "seven", "eight", "nine",  "ten",      "hundred", "thousand", "million", "billion", "trillion"};

bool is_number(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_number_in_plural(std::string_view word) { return word.size() > 1 && word.back() == 's' && is_number(word.substr(0, word.size() - 1)); }

struct Match {
    Edge *edge; // from quantity to noun
    Node of;
};

// The edge from a quantity to the noun of an "of" that stands right after it.
bool find_noun(const Graph &graph, Node quantity, bool needs_article, Match &match) {
    for (Edge *edge : graph.out(quantity)) {
        std::string_view tag = graph.tag(edge->dependent);
        if (!starts_with(edge->relation, "nmod") || !(starts_with(tag, "NN") || is_pronoun(tag))) continue;
        const Edge *of = nullptr;
        bool has_article = is_pronoun(tag);
        for (const Edge *child : graph.out(edge->dependent)) {
            std::size_t distance = graph.place(child->dependent) - graph.place(quantity);
            if (child->relation == "case" && distance == 1 && lowered(graph.token(child->dependent).word) == "of") of = child;
            has_article |= child->relation == "det" && distance == 2;
        }
        if (!of || (needs_article && !has_article)) continue;
        match = {edge, of->dependent};
        return true;
    }
    return false;
}

bool has_indefinite_article(const Graph &graph, Node node, Node &article) {
    for (const Edge *edge : graph.out(node)) {
        if (edge->relation != "det" || !is_one_of(lowered(graph.token(edge->dependent).word), {"a", "an"})) continue;
        article = edge->dependent;
        return true;
    }
    return false;
}

// Of several heads only the leftmost goes on to the noun.
void take_place(Graph &graph, Node quantity, Node noun) {
    graph.replace_root(quantity, noun);
    const auto heads = graph.in(quantity);
    if (heads.empty()) return;
    auto is_before = [&](const Edge *a, const Edge *b) { return graph.place(a->head) < graph.place(b->head); };
    Node head = (*std::min_element(heads.begin(), heads.end(), is_before))->head;
    for (Edge *edge : heads) {
        if (edge->head == head) graph.move(edge, head, edge->relation, noun);
        else graph.remove(edge);
    }
}

// `words` become one expression: the first below the noun, the others below the first.
void make_expression(Graph &graph, Node noun, std::vector<Node> words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    for (Node word : words) {
        const auto heads = graph.in(word);
        for (Edge *edge : heads) graph.remove(edge);
    }
    graph.add(noun, "det:qmod", words.front());
    for (std::size_t i = 1; i < words.size(); ++i) graph.add(words.front(), "mwe", words[i]);
}

void promote(Graph &graph, Node quantity, const Match &match, std::vector<Node> words) {
    Node noun = match.edge->dependent;
    words.insert(words.end(), {quantity, match.of});
    graph.remove(match.edge);
    take_place(graph, quantity, noun);
    make_expression(graph, noun, std::move(words));
}

std::vector<Node> children_to_the_left(const Graph &graph, Node node) {
    std::vector<Node> children;
    for (const Edge *edge : graph.out(node))
        if (graph.place(edge->dependent) < graph.place(node)) children.push_back(edge->dependent);
    return children;
}

void promote_after_article(Graph &graph) {
    for (Node node : graph.in_walking_order()) {
        Match match;
        Node article;
        if (!is_one_of(lowered(graph.token(node).word), kAfterArticle) || !has_indefinite_article(graph, node, article) ||
            !find_noun(graph, node, false, match))
            continue;
        std::vector<Node> words{article};
        for (Node adjective : graph.children_by_place(node, "amod"))
            if (graph.place(adjective) < graph.place(node)) words.push_back(adjective);
        promote(graph, node, match, std::move(words));
    }
}

void promote_alone(Graph &graph) {
    for (Node node : graph.in_walking_order()) {
        Match match;
        std::string word = lowered(graph.token(node).word);
        if ((is_one_of(word, kAlone) || is_number_in_plural(word)) && find_noun(graph, node, false, match))
            promote(graph, node, match, children_to_the_left(graph, node));
    }
}

void promote_before_article(Graph &graph) {
    for (Node node : graph.in_walking_order()) {
        Match match;
        std::string word = lowered(graph.token(node).word);
        if ((is_one_of(word, kBeforeArticle) || is_number(word)) && find_noun(graph, node, true, match))
            promote(graph, node, match, children_to_the_left(graph, node));
    }
}

} // namespace

void promote_quantified_nouns(Graph &graph) {
    // Most captions have no such "of", and the walks below are then for nothing.
    auto is_of = [&](Node node) { return lowered(graph.token(node).word) == "of" && !graph.in(node).empty() && graph.in(node).front()->relation == "case"; };
    Node node = 1;
    while (node < graph.size() && !is_of(node)) ++node;
    if (node >= graph.size()) return;
    promote_after_article(graph);
    promote_alone(graph);
    promote_before_article(graph);
}

} // namespace cutline::scene
