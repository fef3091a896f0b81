// The Snowball stemmer for English, "Porter2", as released from 2010 to 2014; METEOR 1.5 has that version.
#pragma once

#include <string>

namespace cutline {

// Reduces a lower-cased word to its stem. Works on UTF-16 units, as Java does, and knows no vowels beyond a e i o u y.
void stem(std::u16string &word);

} // namespace cutline
