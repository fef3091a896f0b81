// Lower-casing as Java does it for English, one token at a time.
#pragma once

#include <string>
#include <string_view>

namespace cutline::ptb {

// Appends the lower-cased UTF-16 token to `out` as UTF-8.
void append_lower(std::string &out, std::u16string_view token);

} // namespace cutline::ptb
