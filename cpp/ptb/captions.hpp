// The tokenizer as the COCO evaluation uses it: captions in, words without punctuation out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace cutline::ptb {

// The lexer's output for a whole text, in pieces that each hold whole lines. Pieces are made side by side
// on `jobs` threads; together they are, byte for byte, what one pass would write.
std::vector<std::string> lex_lines(const Text &text, std::size_t jobs);

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

// Calls use(line) for every line of a piece; only the text's last piece has a line without an end.
template <class Use> void for_each_line(std::string_view piece, bool is_last, Use use) {
    std::size_t start = 0;
    for (std::size_t end; (end = piece.find('\n', start)) != std::string_view::npos; start = end + 1)
        use(piece.substr(start, end - start));
    if (is_last) use(piece.substr(start));
}

} // namespace cutline::ptb
