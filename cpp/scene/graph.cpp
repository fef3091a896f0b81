#include "graph.hpp"

#include <algorithm>
#include <tuple>

namespace cutline::scene {

std::size_t table_slots(std::size_t keys) {
    std::size_t slots = 16;
    while (keys > slots / 4 * 3) slots *= 2;
    return slots;
}

Graph::Graph(const Sentence &sentence, std::size_t number) : sentence_(sentence), salt_(29 * number) {
    nodes_.reserve(sentence.size());
    for (uint32_t i = 0; i < sentence.size(); ++i) nodes_.push_back({i, 0, {}, {}, table_slots(0)});
    for (Node i = 0; i < sentence.size(); ++i) {
        if (sentence[i].head == 0) roots_.push_back(i);
        else add(sentence[i].head - 1, std::string(sentence[i].relation), i);
    }
}

bool Graph::is_root(Node node) const { return std::find(roots_.begin(), roots_.end(), node) != roots_.end(); }

void Graph::replace_root(Node old, Node by) { std::replace(roots_.begin(), roots_.end(), old, by); }

const Edge *Graph::child(Node node, std::string_view relation) const {
    for (const Edge *edge : nodes_[node].out)
        if (edge->relation == relation) return edge;
    return nullptr;
}

std::size_t Graph::count_children(Node node, std::string_view relation) const {
    std::size_t count = 0;
    for (const Edge *edge : nodes_[node].out) count += edge->relation == relation;
    return count;
}

std::vector<Node> Graph::children_by_place(Node node, std::string_view relation) const {
    std::vector<Node> children;
    for (const Edge *edge : nodes_[node].out)
        if (edge->relation == relation) children.push_back(edge->dependent);
    std::sort(children.begin(), children.end());
    return children;
}

void Graph::add(Node head, std::string relation, Node dependent) {
    edges_.push_back({head, std::move(relation), dependent});
    insert_in_order(nodes_[head].out, &edges_.back(), nodes_[head].slots);
    nodes_[dependent].in.push_back(&edges_.back());
}

void Graph::insert_in_order(std::vector<Edge *> &edges, Edge *edge, std::size_t &slots) {
    auto slot_of = [&](const Edge *of) { return slot(of->dependent, slots); };
    // Edges to one dependent lie together; dependents of one slot are in the order they came in.
    auto last_same = std::find_if(edges.rbegin(), edges.rend(), [&](const Edge *other) { return other->dependent == edge->dependent; });
    auto at = last_same != edges.rend()
                  ? last_same.base()
                  : std::find_if(edges.begin(), edges.end(), [&](const Edge *other) { return slot_of(other) > slot_of(edge); });
    edges.insert(at, edge);
    std::size_t keys = 1;
    for (std::size_t i = 1; i < edges.size(); ++i) keys += edges[i]->dependent != edges[i - 1]->dependent;
    if (table_slots(keys) <= slots) return;
    slots = table_slots(keys);
    std::stable_sort(edges.begin(), edges.end(), [&](const Edge *a, const Edge *b) { return slot_of(a) < slot_of(b); });
}

void Graph::remove(Edge *edge) {
    // An edge from a word to itself, which only a wrong parse has, may be gone already.
    auto drop = [&](std::vector<Edge *> &edges) { edges.erase(std::remove(edges.begin(), edges.end(), edge), edges.end()); };
    drop(nodes_[edge->head].out);
    drop(nodes_[edge->dependent].in);
}

void Graph::move(Edge *edge, Node head, std::string relation, Node dependent) {
    remove(edge);
    add(head, std::move(relation), dependent);
}

Node Graph::add_copy(Node node) {
    uint32_t copies = 1;
    for (const Links &other : nodes_) copies += other.token == nodes_[node].token && other.copy > 0;
    nodes_.push_back({nodes_[node].token, copies, {}, {}, table_slots(0)});
    return static_cast<Node>(nodes_.size() - 1);
}

void Graph::settle() {
    for (Links &links : nodes_) {
        auto key = [&](const Edge *edge) { return std::tuple(slot(edge->dependent, links.slots), place(edge->dependent), copy(edge->dependent)); };
        auto is_before = [&](const Edge *a, const Edge *b) { return key(a) < key(b); };
        if (!std::is_sorted(links.out.begin(), links.out.end(), is_before)) std::stable_sort(links.out.begin(), links.out.end(), is_before);
    }
}

std::vector<Node> Graph::nodes_by_place() const {
    std::vector<Node> nodes;
    nodes.reserve(size());
    for (Node i = 0; i < size(); ++i)
        if (!in(i).empty() || !out(i).empty() || is_root(i)) nodes.push_back(i);
    auto is_before = [&](Node a, Node b) { return place(a) < place(b); };
    if (!std::is_sorted(nodes.begin(), nodes.end(), is_before)) std::stable_sort(nodes.begin(), nodes.end(), is_before);
    return nodes;
}

std::vector<Node> Graph::in_walking_order() const {
    std::vector<Node> by_place = nodes_by_place(), starts = by_place, done;
    std::size_t slots = table_slots(starts.size());
    auto is_before = [&](Node a, Node b) { return slot(a, slots) < slot(b, slots); };
    if (!std::is_sorted(starts.begin(), starts.end(), is_before)) std::stable_sort(starts.begin(), starts.end(), is_before);
    enum class State : char { unseen, open, done };
    std::vector<State> state(size(), State::unseen);
    std::vector<std::pair<Node, std::size_t>> path; // a node and its next child
    done.reserve(starts.size());
    for (Node start : starts) {
        if (state[start] == State::unseen) path.push_back({start, 0});
        while (!path.empty()) {
            auto &[node, next] = path.back();
            state[node] = State::open;
            if (next == out(node).size()) {
                state[node] = State::done;
                done.push_back(node);
                path.pop_back();
                continue;
            }
            Node child = out(node)[next++]->dependent;
            if (state[child] == State::open) return by_place;
            if (state[child] == State::unseen) path.push_back({child, 0});
        }
    }
    std::reverse(done.begin(), done.end());
    return done;
}

} // namespace cutline::scene
