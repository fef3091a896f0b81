// Reads grammar.txt into pattern trees.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "charset.hpp"

namespace cutline::ptb::compile {

struct Pattern;
using PatternPtr = std::shared_ptr<const Pattern>;

// A regular expression: one of four shapes.
struct Pattern {
    enum class Kind { unit, sequence, alternatives, repeat };
    Kind kind;
    CharSet units;                    // unit
    std::vector<PatternPtr> children; // sequence, alternatives; repeat has one
    int least = 0, most = 0;          // repeat; most -1 is unbounded
};

struct Rule {
    int number;
    std::string action;
    PatternPtr body;
    PatternPtr ahead; // null when the rule has no look-ahead
};

// Units first..last in steps, each lowered by adding `delta`.
struct LowerRange {
    uint32_t first, last, step;
    int32_t delta;
};

struct Grammar {
    std::vector<Rule> rules;
    std::map<std::string, CharSet> sets;
    std::vector<LowerRange> lower;
};

// Throws std::runtime_error with the line number on anything it cannot read.
Grammar read_grammar(const std::string &path);

} // namespace cutline::ptb::compile
