// What a rule's action makes of the text it matched.
#pragma once

#include <string>

#include "tables.hpp"

namespace cutline::ptb {

// Rewrites `token` in place; returns how many units at its end are to be scanned again.
std::size_t apply(Action action, std::u16string &token);

} // namespace cutline::ptb
