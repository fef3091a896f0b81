#include "automaton.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace cutline::ptb::compile {
namespace {

void collect_sets(const PatternPtr &pattern, std::vector<CharSet> &sets) {
    if (pattern->kind == Pattern::Kind::unit &&
        std::find(sets.begin(), sets.end(), pattern->units) == sets.end())
        sets.push_back(pattern->units);
    for (const PatternPtr &child : pattern->children) collect_sets(child, sets);
}

// Thompson's construction: a state has free moves or moves on classes, not both.
class Nondeterministic {
  public:
    explicit Nondeterministic(const UnitClasses &classes) : classes_(classes) {}

    int new_state() {
        free_.emplace_back();
        on_.emplace_back();
        accepts.push_back(0);
        return static_cast<int>(free_.size()) - 1;
    }

    void add_free(int from, int to) { free_[from].push_back(to); }

    // Adds states that match `pattern` after `from`; returns where a match ends.
    int add(const PatternPtr &pattern, int from) {
        switch (pattern->kind) {
        case Pattern::Kind::unit: {
            int to = new_state();
            for (int c : classes_.of_set(pattern->units)) on_[from].push_back({c, to});
            int after = new_state(); // keeps class moves and free moves on separate states
            add_free(to, after);
            return after;
        }
        case Pattern::Kind::sequence: {
            for (const PatternPtr &child : pattern->children) from = add(child, from);
            return from;
        }
        case Pattern::Kind::alternatives: {
            int end = new_state();
            for (const PatternPtr &child : pattern->children) {
                int start = new_state();
                add_free(from, start);
                add_free(add(child, start), end);
            }
            return end;
        }
        case Pattern::Kind::repeat: return add_repeat(*pattern, from);
        }
        return from;
    }

    std::vector<int> closure(std::vector<int> states) const {
        std::vector<char> seen(free_.size(), 0);
        for (int s : states) seen[s] = 1;
        for (std::size_t i = 0; i < states.size(); ++i)
            for (int to : free_[states[i]])
                if (!seen[to]) {
                    seen[to] = 1;
                    states.push_back(to);
                }
        // States without class moves or acceptance only led here: dropping them merges equal sets.
        states.erase(std::remove_if(states.begin(), states.end(),
                                    [&](int s) { return on_[s].empty() && !accepts[s]; }),
                     states.end());
        std::sort(states.begin(), states.end());
        return states;
    }

    const std::vector<std::pair<int, int>> &moves(int state) const { return on_[state]; }

    std::vector<int> accepts;

  private:
    int add_repeat(const Pattern &pattern, int from) {
        const PatternPtr &inner = pattern.children[0];
        for (int i = 0; i < pattern.least; ++i) from = add(inner, from);
        int end = new_state();
        if (pattern.most < 0) {
            int loop = new_state();
            add_free(from, loop);
            int start = new_state();
            add_free(loop, start);
            add_free(add(inner, start), loop);
            add_free(loop, end);
        } else {
            add_free(from, end);
            for (int i = pattern.least; i < pattern.most; ++i) {
                int start = new_state();
                add_free(from, start);
                from = add(inner, start);
                add_free(from, end);
            }
        }
        return end;
    }

    const UnitClasses &classes_;
    std::vector<std::vector<int>> free_;
    std::vector<std::vector<std::pair<int, int>>> on_; // (class, state)
};

struct VectorHash {
    std::size_t operator()(const std::vector<int> &v) const {
        std::size_t hash = v.size();
        for (int i : v) hash = hash * 1000003u + static_cast<std::size_t>(i);
        return hash;
    }
};

Automaton determinise(const Nondeterministic &machine, int start, int classes) {
    Automaton result;
    std::unordered_map<std::vector<int>, int, VectorHash> numbers;
    std::vector<std::vector<int>> sets;
    auto number_of = [&](std::vector<int> set) {
        auto [entry, is_new] = numbers.try_emplace(set, static_cast<int>(sets.size()));
        if (is_new) {
            int label = 0;
            for (int s : set)
                if (machine.accepts[s] && (!label || machine.accepts[s] < label)) label = machine.accepts[s];
            sets.push_back(std::move(set));
            result.accepts.push_back(label);
            result.next.emplace_back(classes, 0);
        }
        return entry->second;
    };
    number_of({}); // 0: dead
    number_of(machine.closure({start}));
    for (std::size_t state = 1; state < sets.size(); ++state) {
        std::vector<std::vector<int>> reached(classes);
        for (int s : sets[state])
            for (auto [c, to] : machine.moves(s)) reached[c].push_back(to);
        std::map<std::vector<int>, int> same; // many classes reach the same raw set
        for (int c = 0; c < classes; ++c) {
            if (reached[c].empty()) continue;
            std::sort(reached[c].begin(), reached[c].end());
            reached[c].erase(std::unique(reached[c].begin(), reached[c].end()), reached[c].end());
            auto [entry, is_new] = same.try_emplace(reached[c], 0);
            if (is_new) entry->second = number_of(machine.closure(reached[c]));
            result.next[state][c] = entry->second;
        }
    }
    return result;
}

// Moore's algorithm: split blocks until no class tells two members apart.
Automaton minimise(const Automaton &automaton) {
    std::size_t states = automaton.next.size();
    std::vector<int> block(states);
    std::size_t blocks = 0;
    for (std::size_t s = 0; s < states; ++s) block[s] = automaton.accepts[s];
    for (;;) {
        std::unordered_map<std::vector<int>, int, VectorHash> numbers;
        std::vector<int> refined(states);
        for (std::size_t s = 0; s < states; ++s) {
            std::vector<int> key{block[s]};
            for (int to : automaton.next[s]) key.push_back(block[to]);
            refined[s] = numbers.try_emplace(std::move(key), static_cast<int>(numbers.size())).first->second;
        }
        bool is_stable = numbers.size() == blocks;
        blocks = numbers.size();
        block = std::move(refined); // the dead state comes first, so it keeps number 0
        if (is_stable) break;
    }
    Automaton result;
    result.next.resize(blocks);
    result.accepts.resize(blocks);
    for (std::size_t s = 0; s < states; ++s) {
        std::vector<int> row;
        for (int to : automaton.next[s]) row.push_back(block[to]);
        result.next[block[s]] = std::move(row);
        result.accepts[block[s]] = automaton.accepts[s];
    }
    return result;
}

} // namespace

UnitClasses::UnitClasses(const Grammar &grammar) : class_of_(kUnits) {
    std::vector<CharSet> sets;
    for (const Rule &rule : grammar.rules) {
        collect_sets(rule.body, sets);
        if (rule.ahead) collect_sets(rule.ahead, sets);
    }
    std::map<std::vector<bool>, int> numbers;
    std::vector<bool> signature(sets.size());
    for (uint32_t unit = 0; unit < kUnits; ++unit) {
        for (std::size_t i = 0; i < sets.size(); ++i) signature[i] = sets[i][unit];
        auto [entry, is_new] = numbers.try_emplace(signature, count_);
        if (is_new) {
            ++count_;
            member_.push_back(unit);
        }
        class_of_[unit] = entry->second;
    }
}

std::vector<int> UnitClasses::of_set(const CharSet &set) const {
    std::vector<int> classes;
    for (int c = 0; c < count_; ++c)
        if (set[member_[c]]) classes.push_back(c);
    return classes;
}

Automaton build(const std::vector<Labelled> &patterns, const UnitClasses &classes) {
    Nondeterministic machine(classes);
    int start = machine.new_state();
    for (const Labelled &labelled : patterns) {
        int from = machine.new_state();
        machine.add_free(start, from);
        int end = machine.add(labelled.pattern, from);
        int accepting = machine.new_state();
        machine.add_free(end, accepting);
        machine.accepts[accepting] = labelled.label;
    }
    return minimise(determinise(machine, start, classes.count()));
}

PatternPtr reversed(const PatternPtr &pattern) {
    auto result = std::make_shared<Pattern>(*pattern);
    for (PatternPtr &child : result->children) child = reversed(child);
    if (pattern->kind == Pattern::Kind::sequence) std::reverse(result->children.begin(), result->children.end());
    return result;
}

PatternPtr concatenated(const PatternPtr &first, const PatternPtr &second) {
    auto result = std::make_shared<Pattern>();
    result->kind = Pattern::Kind::sequence;
    result->children = {first, second};
    return result;
}

int fixed_length(const PatternPtr &pattern) {
    std::vector<int> lengths;
    for (const PatternPtr &child : pattern->children) lengths.push_back(fixed_length(child));
    if (std::count(lengths.begin(), lengths.end(), -1)) return -1;
    switch (pattern->kind) {
    case Pattern::Kind::unit: return 1;
    case Pattern::Kind::sequence: {
        int total = 0;
        for (int length : lengths) total += length;
        return total;
    }
    case Pattern::Kind::alternatives:
        return std::count(lengths.begin(), lengths.end(), lengths[0]) == static_cast<long>(lengths.size()) ? lengths[0]
                                                                                                          : -1;
    case Pattern::Kind::repeat: return pattern->least == pattern->most ? pattern->least * lengths[0] : -1;
    }
    return -1;
}

} // namespace cutline::ptb::compile
