#include "captions.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "../text/utf8.hpp"

namespace cutline::ptb {
std::vector<std::string> lex_lines(const Text &text, std::size_t jobs) {
    constexpr std::size_t kWorthAThread = 1 << 15;
    std::size_t parts = std::max<std::size_t>(1, std::min(jobs, text.size() / kWorthAThread));
    std::vector<std::size_t> starts{0};
    for (std::size_t part = 1; part < parts; ++part)
        starts.push_back(std::max(starts.back(), text.after_line_feed(text.size() * part / parts)));
    starts.push_back(text.size());
    std::vector<std::string> pieces(parts);
    std::vector<std::size_t> stopped(parts);
    run_parts(parts, [&](std::size_t part) {
        pieces[part].reserve((starts[part + 1] - starts[part]) * 5 / 4);
        stopped[part] = text.lex(starts[part], starts[part + 1], pieces[part]);
    });
    // The lexer remembers nothing from token to token, so a piece is right if it began at a token
    // boundary. A tag may swallow a line feed, though: then the piece after it began inside a token, and
    // the rest is lexed in one go.
    for (std::size_t part = 0; part + 1 < parts; ++part) {
        if (stopped[part] == starts[part + 1]) continue;
        // The token swallowed the start of the next line; what follows belongs to the same output line.
        pieces.resize(part + 1);
        pieces[part].clear();
        text.lex(starts[part], text.size(), pieces[part]);
        break;
    }
    return pieces;
}

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
