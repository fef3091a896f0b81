// A sentence as a graph: words, and named edges from heads to dependents.
//
// The order of tuples counts, since graphs of several captions are merged in it. The official program keeps children in
// hash tables, so their order is that of table slots; this graph keeps the same order.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace cutline::scene {

// A word of a parse in basic Universal Dependencies, version 1.
struct Token {
    std::string_view word, lemma, tag;
    uint32_t head; // counted from 1, 0 for the root
    std::string_view relation;
};

using Sentence = std::vector<Token>;

using Node = uint32_t; // a token's place counted from 0; copies of tokens come after all tokens

struct Edge {
    Node head;
    std::string relation;
    Node dependent;
};

class Graph {
  public:
    // `number` is the sentence's place in its caption, from 0: it is part of the official program's hash of a word.
    Graph(const Sentence &sentence, std::size_t number);

    std::size_t size() const { return nodes_.size(); }
    const Token &token(Node node) const { return sentence_[nodes_[node].token]; }
    std::string_view tag(Node node) const { return token(node).tag; }
    std::size_t place(Node node) const { return nodes_[node].token; }
    std::size_t copy(Node node) const { return nodes_[node].copy; } // 0 for the token itself

    const std::vector<Node> &roots() const { return roots_; }
    bool is_root(Node node) const;
    void replace_root(Node old, Node by);

    // Edges to children in official order, and to heads in the order they were added in. Copy the list to change edges
    // while walking over it.
    const std::vector<Edge *> &out(Node node) const { return nodes_[node].out; }
    const std::vector<Edge *> &in(Node node) const { return nodes_[node].in; }

    bool has_child(Node node, std::string_view relation) const { return child(node, relation) != nullptr; }
    const Edge *child(Node node, std::string_view relation) const; // the first, or null
    std::size_t count_children(Node node, std::string_view relation) const;

    // Dependents by one relation, by place: the words of an expression are read from left to right.
    std::vector<Node> children_by_place(Node node, std::string_view relation) const;

    void add(Node head, std::string relation, Node dependent);
    void remove(Edge *edge);
    void move(Edge *edge, Node head, std::string relation, Node dependent);
    Node add_copy(Node node); // without edges

    // Orders children as if all edges had been added anew, by place.
    void settle();

    // The slot of a node in a hash table of so many slots.
    std::size_t slot(Node node, std::size_t slots) const { return (nodes_[node].token + 1 + salt_) % slots; }

    // Nodes in the order of a walk in which the official program looks for patterns: heads before dependents, or by place
    // where the graph has a cycle.
    std::vector<Node> in_walking_order() const;

    // Nodes that have an edge or are a root, by place.
    std::vector<Node> nodes_by_place() const;

  private:
    struct Links {
        uint32_t token, copy;
        std::vector<Edge *> out, in;
        std::size_t slots; // of the official program's table of children
    };

    void insert_in_order(std::vector<Edge *> &edges, Edge *edge, std::size_t &slots);

    const Sentence &sentence_;
    std::size_t salt_;
    std::vector<Links> nodes_;
    std::deque<Edge> edges_; // a deque, for addresses that stay
    std::vector<Node> roots_;
};

// How many slots the official program's tables have for so many keys.
std::size_t table_slots(std::size_t keys);

} // namespace cutline::scene
