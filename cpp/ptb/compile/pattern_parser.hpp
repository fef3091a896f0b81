// Parses one pattern of grammar.txt by recursive descent.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grammar.hpp"

namespace cutline::ptb::compile {

using Definitions = std::map<std::string, PatternPtr>;

PatternPtr unit_pattern(const CharSet &units);

class PatternParser {
  public:
    PatternParser(const std::string &text, int line, const Definitions &definitions);

    PatternPtr alternatives();
    bool take(const std::string &token); // consumes the next token if it is this one
    void expect_end() const;

  private:
    PatternPtr sequence();
    PatternPtr repeated();
    PatternPtr single();
    bool at_end() const { return next_ == tokens_.size(); }
    const std::string &peek() const { return tokens_[next_]; }
    [[noreturn]] void fail(const std::string &expected) const;

    std::vector<std::string> tokens_;
    std::size_t next_ = 0;
    int line_;
    const Definitions &definitions_;
};

} // namespace cutline::ptb::compile
