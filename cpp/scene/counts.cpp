// How many: numbers and quantities of nouns in the plural.
//
// Three patterns are tried one after another, and a noun that fits two of them is counted twice, as the official program does.
#include "strings.hpp"
#include "tuples.hpp"

namespace cutline::scene {
namespace {

bool is_plural(const Graph &graph, Node node) { return is_plural_noun(graph.tag(node)); }

// Of an expression such as "a couple of" only the first word counts, so that two trucks can be "a".
void append_count(const Graph &graph, Node noun, std::vector<Tuple> &tuples) {
    for (const Edge *edge : graph.out(noun))
        if (edge->relation == "nummod" && graph.place(edge->dependent) < graph.place(noun))
            return append(tuples, name_of(graph, noun), name_of(graph, edge->dependent));
    if (const Edge *quantity = graph.child(noun, "det:qmod")) append(tuples, name_of(graph, noun), name_of(graph, quantity->dependent));
}

const Edge *plural_subject(const Graph &graph, Node verb) {
    for (const Edge *edge : graph.out(verb))
        if (edge->relation == "nsubj" && is_plural(graph, edge->dependent)) return edge;
    return nullptr;
}

// A plain object comes before one with a preposition.
const Edge *plural_object(const Graph &graph, Node verb) {
    for (const Edge *edge : graph.out(verb))
        if (is_one_of(edge->relation, {"dobj", "iobj"}) && is_plural(graph, edge->dependent)) return edge;
    for (const Edge *edge : graph.out(verb))
        if (starts_with(edge->relation, "nmod:") && is_plural(graph, edge->dependent) && graph.has_child(edge->dependent, "case"))
            return edge;
    return nullptr;
}

// Several of something do something to several others.
void count_subjects_and_objects(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node verb : walk.nodes) {
        const Edge *subject = plural_subject(walk.graph, verb), *object = plural_object(walk.graph, verb);
        if (!subject || !object) continue;
        append_count(walk.graph, subject->dependent, tuples);
        append_count(walk.graph, object->dependent, tuples);
    }
}

void count_roots_and_other_subjects(const Walk &walk, std::vector<Tuple> &tuples) {
    auto is_subject = [&](const Edge *edge) { return edge->relation == "nsubj" && !plural_object(walk.graph, edge->head); };
    for (Node noun : walk.nodes) {
        const auto &heads = walk.graph.in(noun);
        if (is_plural(walk.graph, noun) && (walk.graph.is_root(noun) || std::any_of(heads.begin(), heads.end(), is_subject)))
            append_count(walk.graph, noun, tuples);
    }
}

void count_others(const Walk &walk, std::vector<Tuple> &tuples) {
    auto is_counted = [&](const Edge *edge) {
        return edge->relation == "nsubj" || (is_object(edge->relation) && plural_subject(walk.graph, edge->head));
    };
    for (Node noun : walk.nodes) {
        const auto &heads = walk.graph.in(noun);
        if (is_plural(walk.graph, noun) && !walk.graph.is_root(noun) && std::none_of(heads.begin(), heads.end(), is_counted))
            append_count(walk.graph, noun, tuples);
    }
}

} // namespace

void count_plurals(const Walk &walk, std::vector<Tuple> &tuples) {
    count_subjects_and_objects(walk, tuples);
    count_roots_and_other_subjects(walk, tuples);
    count_others(walk, tuples);
}

} // namespace cutline::scene
