// The tokenizer as the COCO evaluation uses it: captions in, words without punctuation out.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "../parallel.hpp"
#include "lexer.hpp"

namespace cutline::ptb {

// Calls use(part, line) for every line of the lexer's output, part by part: parts are lexed side by side on threads of their
// own, each in order. Returns false where that cannot be done, because a token runs on over a line end at which the text
// was cut; lines that were used by then are to be forgotten.
template <class Use> bool for_each_line_in_parts(const Text &text, std::size_t parts, Use use);

// The lexer's lines for a whole text in one go, in one thread.
template <class Use> void for_each_line(const Text &text, Use use);

// Whether a token is one of the 13 that the evaluation drops: '' ' `` ` . ? ! , : - -- ... ;
//
// The official list has 17 entries; -LRB-, -RRB-, -LCB- and -RCB- never match, because tokens are
// lower-cased before the comparison. So brackets stay.
inline bool is_dropped(std::string_view token) {
    if (token.empty()) return false;
    switch (token[0]) {
    case '.': return token.size() == 1 || token == "...";
    case '?': case '!': case ',': case ':': case ';': return token.size() == 1;
    case '\'': case '`': case '-': return token.size() == 1 || (token.size() == 2 && token[1] == token[0]);
    default: return false;
    }
}

// Appends one line of lexer output to `out` as the evaluation keeps it: without dropped tokens, the rest joined by
// single spaces.
void keep_words(std::string_view line, std::string &out);

// Calls use(line) for every line of lexer output; what follows the last line feed is a line only if `is_last`.
template <class Use> void split_lines(std::string_view output, bool is_last, Use use) {
    std::size_t start = 0;
    for (std::size_t end; (end = output.find('\n', start)) != std::string_view::npos; start = end + 1)
        use(output.substr(start, end - start));
    if (is_last) use(output.substr(start));
}

template <class Use> void for_each_line(const Text &text, Use use) {
    std::string output;
    text.lex(0, text.size(), output);
    split_lines(output, true, use);
}

template <class Use> bool for_each_line_in_parts(const Text &text, std::size_t parts, Use use) {
    // The lexer remembers nothing from token to token, so any token boundary will do to begin at. A line feed is one, unless
    // a tag swallowed it; that shows when the piece before does not stop there.
    constexpr std::size_t kPiece = 1 << 17; // small enough for the lexer's output to be in the cache when it is read
    std::vector<std::size_t> starts{0};
    for (std::size_t part = 1; part < parts; ++part)
        starts.push_back(std::max(starts.back(), text.after_line_feed(text.size() * part / parts)));
    starts.push_back(text.size());
    std::vector<char> is_cut_well(parts, true);
    run_parts(parts, [&](std::size_t part) {
        std::string output;
        for (std::size_t at = starts[part]; at < starts[part + 1] && is_cut_well[part];) {
            std::size_t end = std::min(text.after_line_feed(at + kPiece), starts[part + 1]);
            output.clear();
            is_cut_well[part] = text.lex(at, end, output) == end;
            split_lines(output, end == text.size(), [&](std::string_view line) { use(part, line); });
            at = end;
        }
    });
    return std::find(is_cut_well.begin(), is_cut_well.end(), false) == is_cut_well.end();
}

} // namespace cutline::ptb
