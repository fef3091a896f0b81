// Shapes of the tables that compile_ptb writes.
#pragma once

#include <cstdint>

namespace cutline::ptb {

// What a rule does with the text it matched; lexer.cpp carries each out.
enum class Action : uint8_t {
    plain,   // as it is
    soft,    // without soft hyphens
    back2,   // less its last two units, which are scanned again
    back3,   // less its last three units
    nbsp,    // spaces become no-break spaces
    mdash,   // --
    amp,     // &amp; becomes &
    lquote,  // quotes become ` or ``
    rquote,  // quotes become ' or ''
    frac,    // a fraction sign is spelt out
    money,   // a currency sign becomes $, # or cents
    acro,    // the final period is scanned again; a single letter loses it
    dup,     // keeps its final period, which is scanned again too
    phone,   // nbsp and paren
    paren,   // round brackets become -LRB- and -RRB-
    lt,      // <
    gt,      // >
    bracket, // -LRB- ... -RSB-
    hyphens, // three or four become --
    dots,    // ...
    skip,    // nothing
    newline, // ends the line
    drop,    // nothing: the official program cannot tokenize it
};

struct Automaton {
    const uint16_t *next;   // [state * kStride + class], kAccepting added; state 0 is dead, 1 the start
    const uint8_t *accepts; // rule number, 0 for none
};

struct Rule {
    Action action;
    uint8_t ahead_length;   // of a look-ahead of fixed length; 0 when there is none or it varies
    const Automaton *body;  // for look-ahead of varying length: the body,
    const Automaton *ahead; // and the look-ahead read backwards
};

} // namespace cutline::ptb
