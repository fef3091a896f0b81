// From pattern trees to minimal deterministic automata over character classes.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar.hpp"

namespace cutline::ptb::compile {

// Units that no pattern tells apart share a class.
class UnitClasses {
  public:
    explicit UnitClasses(const Grammar &grammar);
    int count() const { return count_; }
    int of(uint32_t unit) const { return class_of_[unit]; }
    // The classes that make up a set of the grammar.
    std::vector<int> of_set(const CharSet &set) const;

  private:
    int count_ = 0;
    std::vector<int> class_of_;
    std::vector<uint32_t> member_; // one unit of each class
};

// State 0 is dead, state 1 the start.
struct Automaton {
    std::vector<std::vector<int>> next; // [state][class]
    std::vector<int> accepts;           // rule number, 0 for none
};

struct Labelled {
    PatternPtr pattern;
    int label;
};

// One automaton for all patterns; where several accept, the lowest label wins.
Automaton build(const std::vector<Labelled> &patterns, const UnitClasses &classes);

PatternPtr reversed(const PatternPtr &pattern);
PatternPtr concatenated(const PatternPtr &first, const PatternPtr &second);

// Number of units every match has, or -1 when matches differ in length.
int fixed_length(const PatternPtr &pattern);

} // namespace cutline::ptb::compile
