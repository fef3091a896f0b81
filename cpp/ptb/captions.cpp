#include "captions.hpp"

#include "../text/utf8.hpp"

namespace cutline::ptb {
void keep_words(std::string_view line, std::string &out) {
    line = right_stripped(line);
    if (line.empty()) return;
    bool is_first = out.empty();
    for (std::size_t start = 0, at = 0;; ++at) {
        if (at < line.size() && line[at] != ' ') continue; // tokens are short: a plain loop beats a search
        std::string_view token = line.substr(start, at - start);
        if (!is_dropped(token)) {
            if (!is_first) out += ' ';
            is_first = false;
            out += token;
        }
        if (at == line.size()) return;
        start = at + 1;
    }
}

} // namespace cutline::ptb
