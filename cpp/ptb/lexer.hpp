// Stanford's PTB lexer as the COCO evaluation runs it, over one text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cutline::ptb {

// The COCO evaluation lower-cases tokens; a parser wants them as they are.
enum class Case { lowered, kept };

// A text in the form the lexer reads: bytes while it is ASCII, UTF-16 units otherwise.
class Text {
  public:
    explicit Text(std::string utf8); // must be valid UTF-8

    std::size_t size() const { return is_ascii_ ? bytes_.size() : units_.size(); }

    // Tokens from `begin` up to the first token boundary at or after `end`, written as the
    // official program writes them: a space between tokens, a line feed where a line ends.
    // Look-ahead sees the whole text. Returns that boundary.
    std::size_t lex(std::size_t begin, std::size_t end, std::string &out, Case letters = Case::lowered) const;

    // The first position at or after `from` that follows a line feed; size() if there is none.
    std::size_t after_line_feed(std::size_t from) const;

  private:
    bool is_ascii_;
    std::string bytes_;
    std::u16string units_;
};

} // namespace cutline::ptb
