#include "pattern_parser.hpp"

#include <cctype>
#include <stdexcept>

namespace cutline::ptb::compile {
namespace {

PatternPtr compound(Pattern::Kind kind, std::vector<PatternPtr> children) {
    if (children.size() == 1) return children[0];
    auto pattern = std::make_shared<Pattern>();
    pattern->kind = kind;
    pattern->children = std::move(children);
    return pattern;
}

// "..." and [...] are one token each; everything else is a name, a number range or a sign.
std::vector<std::string> split_tokens(const std::string &text) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < text.size();) {
        char c = text[i];
        std::size_t end = i + 1;
        if (c == ' ') {
            ++i;
            continue;
        }
        if (c == '"') {
            end = text.find('"', i + 1) + 1;
        } else if (c == '[') {
            while (end < text.size() && text[end] != ']') end += text[end] == '\\' ? 2 : 1;
            ++end;
        } else if (c == '{') {
            end = text.find('}', i) + 1;
        } else if (std::isalpha(static_cast<unsigned char>(c))) {
            while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
        }
        tokens.push_back(text.substr(i, end - i));
        i = end;
    }
    return tokens;
}

// One unit of a [...] set at `at`, escapes resolved; moves `at` past it.
uint32_t set_member(const std::string &text, std::size_t &at) {
    if (text[at] != '\\') return static_cast<unsigned char>(text[at++]);
    char escaped = text[at + 1];
    at += 2;
    switch (escaped) {
    case 't': return '\t';
    case 'n': return '\n';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'u': {
        uint32_t unit = static_cast<uint32_t>(std::stoul(text.substr(at, 4), nullptr, 16));
        at += 4;
        return unit;
    }
    default: return static_cast<unsigned char>(escaped);
    }
}

CharSet parse_set(const std::string &token) {
    CharSet set;
    std::size_t at = 1, end = token.size() - 1;
    // A lone ^ further on is a plain member; so is one that an escape precedes.
    bool negated = token[at] == '^' && end > at + 1;
    if (negated) ++at;
    while (at < end) {
        uint32_t first = set_member(token, at), last = first;
        if (at + 1 < end && token[at] == '-') {
            ++at;
            last = set_member(token, at);
        }
        add_range(set, first, last);
    }
    return negated ? ~set : set;
}

// A letter of quoted text in both cases, with the three letters Unicode folds onto ASCII ones.
CharSet any_case(char c) {
    CharSet set;
    set.set(static_cast<unsigned char>(c));
    if (!std::isalpha(static_cast<unsigned char>(c))) return set;
    set.set(static_cast<std::size_t>(std::toupper(c)));
    set.set(static_cast<std::size_t>(std::tolower(c)));
    switch (std::tolower(c)) {
    case 'i': set.set(0x130), set.set(0x131); break;
    case 'k': set.set(0x212A); break;
    case 's': set.set(0x17F); break;
    default: break;
    }
    return set;
}

} // namespace

PatternPtr unit_pattern(const CharSet &units) {
    auto pattern = std::make_shared<Pattern>();
    pattern->kind = Pattern::Kind::unit;
    pattern->units = units;
    return pattern;
}

PatternParser::PatternParser(const std::string &text, int line, const Definitions &definitions)
    : tokens_(split_tokens(text)), line_(line), definitions_(definitions) {}

bool PatternParser::take(const std::string &token) {
    if (at_end() || peek() != token) return false;
    ++next_;
    return true;
}

void PatternParser::expect_end() const {
    if (!at_end()) fail("end of pattern");
}

void PatternParser::fail(const std::string &expected) const {
    std::string found = at_end() ? "nothing" : "'" + peek() + "'";
    throw std::runtime_error("grammar line " + std::to_string(line_) + ": found " + found + ", expected " + expected);
}

PatternPtr PatternParser::alternatives() {
    std::vector<PatternPtr> children{sequence()};
    while (take("|")) children.push_back(sequence());
    return compound(Pattern::Kind::alternatives, std::move(children));
}

PatternPtr PatternParser::sequence() {
    std::vector<PatternPtr> children{repeated()};
    while (!at_end() && peek() != "|" && peek() != ")" && peek() != "/") children.push_back(repeated());
    return compound(Pattern::Kind::sequence, std::move(children));
}

PatternPtr PatternParser::repeated() {
    PatternPtr inner = single();
    while (!at_end() && (peek() == "*" || peek() == "+" || peek() == "?" || peek()[0] == '{')) {
        auto pattern = std::make_shared<Pattern>();
        pattern->kind = Pattern::Kind::repeat;
        pattern->children = {inner};
        const std::string &sign = peek();
        if (sign[0] == '{') {
            std::size_t comma = sign.find(',');
            pattern->least = std::stoi(sign.substr(1));
            pattern->most = comma == std::string::npos ? pattern->least : std::stoi(sign.substr(comma + 1));
        } else {
            pattern->least = sign == "+" ? 1 : 0;
            pattern->most = sign == "?" ? 1 : -1;
        }
        ++next_;
        inner = pattern;
    }
    return inner;
}

PatternPtr PatternParser::single() {
    if (at_end()) fail("a pattern");
    if (take("(")) {
        PatternPtr inner = alternatives();
        if (!take(")")) fail("')'");
        return inner;
    }
    const std::string &token = peek();
    if (token[0] == '"') {
        std::vector<PatternPtr> letters;
        for (char c : token.substr(1, token.size() - 2)) letters.push_back(unit_pattern(any_case(c)));
        ++next_;
        return compound(Pattern::Kind::sequence, std::move(letters));
    }
    if (token[0] == '[') {
        ++next_;
        return unit_pattern(parse_set(token));
    }
    if (token == "ANY") {
        ++next_;
        return unit_pattern(CharSet().set());
    }
    auto found = definitions_.find(token);
    if (found == definitions_.end()) fail("a set, quoted text, a group or a defined name");
    ++next_;
    return found->second;
}

} // namespace cutline::ptb::compile
