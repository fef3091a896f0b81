#include "tuples.hpp"

#include "collapse.hpp"
#include "edits.hpp"
#include "strings.hpp"

namespace cutline::scene {
namespace {

bool is_noun_at(const Graph &graph, Node node) { return is_noun(graph.tag(node)); }

// "in front of" for nmod:in_front_of; "" for names that are not prepositions.
std::string preposition(std::string_view relation) {
    if (!starts_with(relation, "nmod:") || is_one_of(relation, {"nmod:poss", "nmod:agent"})) return "";
    std::string words(relation.substr(5));
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

// A verb with its particle. Unlike names of objects it is not lower-cased.
std::string predicate(const Graph &graph, Node verb) {
    std::string lemma(graph.token(verb).lemma);
    const Edge *particle = graph.child(verb, "compound:prt");
    if (!particle) return lemma;
    if (lemma == "be") lemma.clear();
    return std::string(trimmed(lemma + " " + std::string(graph.token(particle->dependent).word)));
}

void relate(const Graph &graph, Node subject, Node verb, const Edge &object, std::vector<Tuple> &tuples) {
    std::string words = predicate(graph, verb) + " " + preposition(object.relation);
    append(tuples, name_of(graph, subject), std::string(trimmed(words)), name_of(graph, object.dependent));
}

void relate_to_objects(const Graph &graph, Node subject, Node verb, std::vector<Tuple> &tuples) {
    for (const Edge *edge : graph.out(verb))
        if (is_object(edge->relation) && is_noun_at(graph, edge->dependent)) relate(graph, subject, verb, *edge, tuples);
}

bool has_noun_object(const Graph &graph, Node verb) {
    for (const Edge *edge : graph.out(verb))
        if (is_object(edge->relation) && is_noun_at(graph, edge->dependent)) return true;
    return false;
}

// "the dog is on the grass": a relation where the word has a preposition, an attribute otherwise.
void describe(const Graph &graph, Node subject, Node word, std::vector<Tuple> &tuples) {
    if (const Edge *marker = graph.child(word, "case")) {
        std::string relation(graph.token(marker->dependent).word);
        for (Node next : graph.children_by_place(marker->dependent, "mwe")) relation += " " + std::string(graph.token(next).word);
        append(tuples, name_of(graph, subject), std::move(relation), name_of(graph, word));
    } else if (std::string name = name_of(graph, word); name != "be") {
        append(tuples, name_of(graph, subject), std::move(name));
    }
}

void describe_noun_subjects(const Graph &graph, Node word, std::size_t times, std::vector<Tuple> &tuples) {
    for (const Edge *edge : graph.out(word))
        if (edge->relation == "nsubj" && is_noun_at(graph, edge->dependent))
            for (std::size_t i = 0; i < times; ++i) describe(graph, edge->dependent, word, tuples);
}

} // namespace

std::string name_of(const Graph &graph, Node node) { return lowered(trimmed(graph.token(node).lemma)); }

bool is_object(std::string_view relation) { return relation == "dobj" || relation == "iobj" || starts_with(relation, "nmod:"); }

void append_tuples(const Sentence &sentence, std::size_t number, std::vector<Tuple> &tuples) {
    Graph graph(sentence, number);
    collapse(graph);
    promote_quantified_nouns(graph);
    resolve_pronouns(graph);
    Walk walk(graph);
    for (auto rule : {relate_subjects_to_objects, relate_through_clauses, describe_by_verbs, describe_by_complements,
                      describe_by_modifiers, describe_by_adjectives, relate_by_prepositions, relate_owners, relate_agents,
                      count_plurals, describe_by_compounds, name_objects})
        rule(walk, tuples);
}

void relate_subjects_to_objects(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node verb : walk.nodes) {
        if (walk.graph.has_child(verb, "cop")) continue;
        for (const Edge *edge : walk.graph.out(verb))
            if (edge->relation == "nsubj" && is_noun_at(walk.graph, edge->dependent))
                relate_to_objects(walk.graph, edge->dependent, verb, tuples);
    }
}

// "a dog catching a ball"
void relate_through_clauses(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node subject : walk.nodes)
        for (const Edge *edge : walk.graph.out(subject))
            if (edge->relation == "acl" && starts_with(walk.graph.tag(edge->dependent), "V"))
                relate_to_objects(walk.graph, subject, edge->dependent, tuples);
}

void describe_by_verbs(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node verb : walk.nodes)
        if (!walk.graph.has_child(verb, "cop") && !has_noun_object(walk.graph, verb)) describe_noun_subjects(walk.graph, verb, 1, tuples);
}

void describe_by_complements(const Walk &walk, std::vector<Tuple> &tuples) {
    // Once for each copula: a pronoun may have brought a second one.
    for (Node word : walk.nodes)
        if (std::size_t copulas = walk.graph.count_children(word, "cop")) describe_noun_subjects(walk.graph, word, copulas, tuples);
}

void describe_by_modifiers(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node object : walk.nodes)
        for (const Edge *edge : walk.graph.out(object))
            if (edge->relation == "amod") append(tuples, name_of(walk.graph, object), name_of(walk.graph, edge->dependent));
}

void describe_by_adjectives(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node adjective : walk.nodes) {
        if (!starts_with(walk.graph.tag(adjective), "J")) continue;
        for (const Edge *edge : walk.graph.out(adjective))
            if (edge->relation == "nsubj") append(tuples, name_of(walk.graph, edge->dependent), name_of(walk.graph, adjective));
    }
}

void relate_by_prepositions(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node noun : walk.nodes) {
        if (!is_noun_at(walk.graph, noun)) continue;
        for (const Edge *edge : walk.graph.out(noun))
            if (std::string words = preposition(edge->relation); !words.empty())
                append(tuples, name_of(walk.graph, noun), std::move(words), name_of(walk.graph, edge->dependent));
    }
}

void relate_owners(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node owned : walk.nodes) {
        if (!is_noun_at(walk.graph, owned)) continue;
        for (const Edge *edge : walk.graph.out(owned))
            if (edge->relation == "nmod:poss" && is_noun_at(walk.graph, edge->dependent))
                append(tuples, name_of(walk.graph, edge->dependent), "have", name_of(walk.graph, owned));
    }
}

// "the ball is caught by a dog"
void relate_agents(const Walk &walk, std::vector<Tuple> &tuples) {
    const Graph &graph = walk.graph;
    for (Node verb : walk.nodes) {
        if (!starts_with(graph.tag(verb), "V")) continue;
        for (const Edge *agent : graph.out(verb)) {
            if (agent->relation != "nmod:agent" || !is_noun_at(graph, agent->dependent)) continue;
            for (const Edge *edge : graph.out(verb))
                if (edge->relation == "nsubjpass" && is_noun_at(graph, edge->dependent))
                    append(tuples, name_of(graph, agent->dependent), predicate(graph, verb), name_of(graph, edge->dependent));
        }
    }
}

void describe_by_compounds(const Walk &walk, std::vector<Tuple> &tuples) {
    for (Node noun : walk.nodes) {
        if (!is_noun_at(walk.graph, noun)) continue;
        for (const Edge *edge : walk.graph.out(noun))
            if (edge->relation == "compound" && is_noun_at(walk.graph, edge->dependent))
                append(tuples, name_of(walk.graph, noun), name_of(walk.graph, edge->dependent));
    }
}

// Both nouns of a compound are left out: their attribute names them already.
void name_objects(const Walk &walk, std::vector<Tuple> &tuples) {
    auto is_part = [&](const Edge *edge) {
        return edge->relation == "compound" && is_noun_at(walk.graph, edge->head) && is_noun_at(walk.graph, edge->dependent);
    };
    auto is_any_part = [&](const std::vector<Edge *> &edges) { return std::any_of(edges.begin(), edges.end(), is_part); };
    for (Node noun : walk.nodes)
        if (is_noun_at(walk.graph, noun) && !is_any_part(walk.graph.out(noun)) && !is_any_part(walk.graph.in(noun)))
            append(tuples, name_of(walk.graph, noun));
}

} // namespace cutline::scene
