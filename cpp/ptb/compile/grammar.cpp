#include "grammar.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "pattern_parser.hpp"

namespace cutline::ptb::compile {
namespace {

struct Line {
    int number;
    std::string text;
};

// Sections by name; a line that begins with a blank continues the one before.
std::map<std::string, std::vector<Line>> read_sections(const std::string &path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::map<std::string, std::vector<Line>> sections;
    std::string section, text;
    for (int number = 1; std::getline(file, text); ++number) {
        if (text.empty() || text[0] == '#') continue;
        if (text[0] == '%') {
            section = text.substr(1);
        } else if (text[0] == ' ' && !sections[section].empty()) {
            sections[section].back().text += text;
        } else {
            sections[section].push_back({number, text});
        }
    }
    return sections;
}

struct Range {
    uint32_t first, last, step;
    std::string rest; // what follows the range, e.g. "+32"
};

// "41", "41-5A", "100-136/2"; in the lower table each is followed by a signed number.
Range parse_range(const std::string &item, bool has_delta) {
    std::size_t at = 0;
    auto hexadecimal = [&] {
        std::size_t length = 0;
        uint32_t value = static_cast<uint32_t>(std::stoul(item.substr(at), &length, 16));
        at += length;
        return value;
    };
    Range range{};
    range.first = range.last = hexadecimal();
    range.step = 1;
    // "0178-121" adds -121 to one unit; "1C90-1CBA-3008" is a range: its end has four digits and a sign after.
    bool has_end = at < item.size() && item[at] == '-' &&
                   (!has_delta || item.find_first_of("+-/", at + 1) == at + 5);
    if (has_end) {
        ++at;
        range.last = hexadecimal();
    }
    if (at < item.size() && item[at] == '/') {
        range.step = static_cast<uint32_t>(item[at + 1] - '0');
        at += 2;
    }
    range.rest = item.substr(at);
    return range;
}

template <class Use> void for_each_range(const std::vector<Line> &lines, bool has_delta, Use use) {
    for (const Line &line : lines) {
        std::istringstream items(line.text);
        std::string item;
        while (items >> item) use(parse_range(item, has_delta));
    }
}

Rule parse_rule(const Line &line, const Definitions &definitions) {
    std::istringstream words(line.text);
    Rule rule;
    words >> rule.number >> rule.action;
    std::string pattern;
    std::getline(words, pattern);
    PatternParser parser(pattern, line.number, definitions);
    rule.body = parser.alternatives();
    if (parser.take("/")) rule.ahead = parser.alternatives();
    parser.expect_end();
    return rule;
}

} // namespace

Grammar read_grammar(const std::string &path) {
    auto sections = read_sections(path);
    Grammar grammar;
    Definitions definitions;
    for (auto &[name, lines] : sections) {
        if (name.rfind("set ", 0) != 0) continue;
        CharSet set;
        for_each_range(lines, false, [&](const Range &r) { add_range(set, r.first, r.last, r.step); });
        grammar.sets[name.substr(4)] = set;
        definitions[name.substr(4)] = unit_pattern(set);
    }
    for_each_range(sections["lower"], true, [&](const Range &r) {
        grammar.lower.push_back({r.first, r.last, r.step, std::stoi(r.rest)});
    });
    for (const Line &line : sections["definitions"]) {
        std::size_t is = line.text.find(":=");
        if (is == std::string::npos)
            throw std::runtime_error("line " + std::to_string(line.number) + ": expected NAME := pattern");
        std::string name = line.text.substr(0, line.text.find(' '));
        PatternParser parser(line.text.substr(is + 2), line.number, definitions);
        definitions[name] = parser.alternatives();
        parser.expect_end();
    }
    for (const Line &line : sections["rules"]) grammar.rules.push_back(parse_rule(line, definitions));
    return grammar;
}

} // namespace cutline::ptb::compile
