// Build step: grammar.txt in, C++ tables out.
//
//     compile_ptb GRAMMAR LEXER_TABLES LOWER_TABLES
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

#include "automaton.hpp"
#include "grammar.hpp"

using namespace cutline::ptb::compile;

namespace {

// Rows are padded to a power of two, so that a look-up is a shift and not a multiplication.
constexpr int kStride = 128;

// Set in a move to a state that accepts: the lexer then need not ask on every character.
constexpr int kAccepting = 0x8000;

template <class Values> void write_array(std::ofstream &out, const char *type, const std::string &name, const Values &values) {
    out << "static const " << type << " " << name << "[] = {";
    std::size_t i = 0;
    for (auto value : values) out << (i++ % 32 ? "" : "\n") << static_cast<long>(value) << ",";
    out << "\n};\n\n";
}

void write_automaton(std::ofstream &out, const Automaton &automaton, const std::string &name) {
    std::vector<int> next;
    for (const auto &row : automaton.next) {
        for (int to : row) next.push_back(automaton.accepts[to] ? to | kAccepting : to);
        next.resize(next.size() + kStride - row.size(), 0);
    }
    write_array(out, "uint16_t", name + "_next", next);
    write_array(out, "uint8_t", name + "_accepts", automaton.accepts);
    out << "static const Automaton " << name << " = {" << name << "_next, " << name << "_accepts};\n\n";
}

// Units by pages of 256, equal pages stored once.
void write_classes(std::ofstream &out, const UnitClasses &classes) {
    std::vector<std::vector<int>> pages;
    std::vector<int> page_of;
    for (uint32_t first = 0; first < kUnits; first += 256) {
        std::vector<int> page;
        for (uint32_t unit = first; unit < first + 256; ++unit) page.push_back(classes.of(unit));
        std::size_t number = 0;
        while (number < pages.size() && pages[number] != page) ++number;
        if (number == pages.size()) pages.push_back(page);
        page_of.push_back(static_cast<int>(number));
    }
    std::vector<int> flat;
    for (const auto &page : pages) flat.insert(flat.end(), page.begin(), page.end());
    write_array(out, "uint8_t", "class_page", page_of);
    write_array(out, "uint8_t", "class_in_page", flat);
}

void write_ranges(std::ofstream &out, const CharSet &set, const std::string &name) {
    std::vector<uint32_t> bounds; // first, last, first, last, ...
    for (uint32_t unit = 0; unit < kUnits; ++unit) {
        if (!set[unit]) continue;
        if (bounds.empty() || bounds.back() + 1 != unit) bounds.insert(bounds.end(), {unit, unit});
        else bounds.back() = unit;
    }
    write_array(out, "uint16_t", name, bounds);
}

// How a rule's match divides into body and look-ahead.
void write_rules(std::ofstream &out, const Grammar &grammar, const UnitClasses &classes) {
    std::string table = "static const Rule rules[] = {\n    {Action::drop, 0, nullptr, nullptr},\n";
    for (const Rule &rule : grammar.rules) {
        std::string split = "0, nullptr, nullptr";
        if (rule.ahead) {
            int length = fixed_length(rule.ahead);
            if (length > 0) {
                split = std::to_string(length) + ", nullptr, nullptr";
            } else {
                std::string name = "rule" + std::to_string(rule.number);
                write_automaton(out, build({{rule.body, 1}}, classes), name + "_body");
                write_automaton(out, build({{reversed(rule.ahead), 1}}, classes), name + "_ahead");
                split = "0, &" + name + "_body, &" + name + "_ahead";
            }
        }
        table += "    {Action::" + rule.action + ", " + split + "},\n";
    }
    out << table << "};\n\n";
}

void write_lexer(const Grammar &grammar, std::ofstream &out) {
    UnitClasses classes(grammar);
    std::vector<Labelled> patterns;
    for (const Rule &rule : grammar.rules)
        patterns.push_back({rule.ahead ? concatenated(rule.body, rule.ahead) : rule.body, rule.number});
    Automaton lexer = build(patterns, classes);
    out << "// Made from grammar.txt by compile_ptb: " << lexer.next.size() << " states, " << classes.count()
        << " character classes.\n\n";
    if (classes.count() > kStride) throw std::runtime_error("more character classes than a table row holds");
    if (lexer.next.size() >= kAccepting) throw std::runtime_error("more states than a move can name");
    out << "static constexpr unsigned kStride = " << kStride << ", kAccepting = " << kAccepting << ";\n\n";
    write_classes(out, classes);
    write_automaton(out, lexer, "lexer");
    write_rules(out, grammar, classes);
}

void write_lower(const Grammar &grammar, std::ofstream &out) {
    out << "static const LowerRange lower_ranges[] = {\n";
    for (const LowerRange &r : grammar.lower)
        out << "    {" << r.first << ", " << r.last << ", " << r.step << ", " << r.delta << "},\n";
    out << "};\n\n";
    write_ranges(out, grammar.sets.at("LETTER"), "letters");
    write_ranges(out, grammar.sets.at("NUMBER"), "numbers");
    write_ranges(out, grammar.sets.at("MARK"), "marks");
    write_ranges(out, grammar.sets.at("INVISIBLE"), "invisible");
    write_ranges(out, grammar.sets.at("JOINER"), "joiners");
    write_ranges(out, grammar.sets.at("CASED"), "cased");
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: compile_ptb GRAMMAR LEXER_TABLES LOWER_TABLES\n");
        return 2;
    }
    try {
        Grammar grammar = read_grammar(argv[1]);
        std::ofstream lexer(argv[2]), lower(argv[3]);
        write_lexer(grammar, lexer);
        write_lower(grammar, lower);
        lexer.flush();
        lower.flush();
        if (!lexer || !lower) throw std::runtime_error("cannot write the tables");
    } catch (const std::exception &error) {
        std::fprintf(stderr, "compile_ptb: %s\n", error.what());
        return 1;
    }
    return 0;
}
