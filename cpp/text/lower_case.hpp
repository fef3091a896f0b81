// Lower-casing as Java does it for English.
#pragma once

#include <string>
#include <string_view>

namespace cutline {

// Appends the lower-cased UTF-16 text to `out` as UTF-8.
void append_lower(std::string &out, std::u16string_view text);

} // namespace cutline
