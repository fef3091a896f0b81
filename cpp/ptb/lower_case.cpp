#include "lower_case.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "../text/utf8.hpp"
#include "tables.hpp"

namespace cutline::ptb {
namespace {

#include "lower_tables.inc"

constexpr char16_t kCapitalSigma = 0x03A3, kSmallSigma = 0x03C3, kFinalSigma = 0x03C2;

// Whether `unit` is in a list of first, last, first, last, ...
template <std::size_t Size> bool is_within(const uint16_t (&bounds)[Size], char16_t unit) {
    const uint16_t *after = std::upper_bound(std::begin(bounds), std::end(bounds), unit);
    return (after - bounds) % 2 == 1 || (after != bounds && after[-1] == unit);
}

// Half a pair stands for letters beyond U+FFFF if its first half is that of a script with two cases, such as Deseret
// or the mathematical alphabets.
bool is_cased_half(std::u16string_view token, std::size_t at) {
    static constexpr char16_t firsts[] = {0xD801, 0xD803, 0xD806, 0xD81B, 0xD835, 0xD83A};
    bool is_second = token[at] >= 0xDC00 && token[at] <= 0xDFFF && at > 0;
    return std::find(std::begin(firsts), std::end(firsts), token[is_second ? at - 1 : at]) != std::end(firsts);
}

bool is_letter(char16_t unit) { return is_within(letters, unit); }
bool is_number(char16_t unit) { return is_within(numbers, unit); }
bool is_mark(char16_t unit) { return is_within(marks, unit); }
bool is_invisible(char16_t unit) { return is_within(invisible, unit); }
bool is_cased(char16_t unit) { return is_within(cased, unit); }

char16_t lower_unit(char16_t unit) {
    if (unit < 0x80) return unit >= 'A' && unit <= 'Z' ? static_cast<char16_t>(unit + 32) : unit;
    const LowerRange *after =
        std::upper_bound(std::begin(lower_ranges), std::end(lower_ranges), unit,
                         [](char16_t wanted, const LowerRange &range) { return wanted < range.first; });
    if (after == std::begin(lower_ranges)) return unit;
    const LowerRange &range = after[-1];
    if (unit > range.last || (unit - range.first) % range.step) return unit;
    return static_cast<char16_t>(unit + range.delta);
}

// The scripts beyond U+FFFF that have two cases (Unicode 13).
char32_t lower_point(char32_t point) {
    struct Block {
        char32_t first, last, delta;
    };
    static constexpr Block blocks[] = {{0x10400, 0x10427, 40}, {0x104B0, 0x104D3, 40}, {0x10C80, 0x10CB2, 64},
                                       {0x118A0, 0x118BF, 32}, {0x16E40, 0x16E5F, 32}, {0x1E900, 0x1E921, 34}};
    for (const Block &block : blocks)
        if (point >= block.first && point <= block.last) return point + block.delta;
    return point;
}

// Java asks its word iterator whether a sigma ends a word. A word runs over letters and numbers with the marks attached
// to them, over a single joiner between two letters, and over a decimal sign or quote between two numbers.
bool continues_word(std::u16string_view token, std::size_t at) {
    char16_t unit = token[at];
    if (is_letter(unit) || is_number(unit) || is_cased_half(token, at)) return true;
    if (at == 0) return false;
    if (is_invisible(unit)) return continues_word(token, at - 1);
    std::size_t before = at - 1, after = at + 1;
    while (before > 0 && (is_mark(token[before]) || is_invisible(token[before]))) --before;
    if (is_mark(unit)) return is_letter(token[before]) || is_number(token[before]);
    while (after < token.size() && is_invisible(token[after])) ++after;
    if (after == token.size()) return false;
    bool is_decimal = unit == '"' || unit == '\'' || unit == ',' || unit == '.' || unit == 0x066B;
    return (is_within(joiners, unit) && is_letter(token[before]) && is_letter(token[after])) ||
           (is_decimal && is_number(token[before]) && is_number(token[after]));
}

bool is_final_sigma(std::u16string_view token, std::size_t at) {
    bool cased_before = false;
    for (std::size_t i = at; i > 0 && continues_word(token, i - 1) && !cased_before; --i)
        cased_before = is_cased(token[i - 1]) || is_cased_half(token, i - 1);
    if (!cased_before) return false;
    for (std::size_t i = at + 1; i < token.size() && continues_word(token, i); ++i)
        if (is_cased(token[i]) || is_cased_half(token, i)) return false;
    return true;
}

} // namespace

void append_lower(std::string &out, std::u16string_view token) {
    for (std::size_t i = 0; i < token.size(); ++i) {
        char16_t unit = token[i];
        if (unit < 0x80) {
            out += static_cast<char>(lower_unit(unit));
        } else if (unit == 0x0130) {
            out += 'i';
            append_utf8(out, 0x0307);
        } else if (unit == kCapitalSigma) {
            append_utf8(out, is_final_sigma(token, i) ? kFinalSigma : kSmallSigma);
        } else if (unit >= 0xD800 && unit <= 0xDFFF) {
            bool is_pair = unit < 0xDC00 && i + 1 < token.size() && token[i + 1] >= 0xDC00 && token[i + 1] <= 0xDFFF;
            if (!is_pair) {
                out += '?'; // as Java writes half a pair
                continue;
            }
            char32_t point = (static_cast<char32_t>(unit - 0xD800) << 10) + (token[++i] - 0xDC00) + 0x10000;
            append_utf8(out, lower_point(point));
        } else {
            append_utf8(out, lower_unit(unit));
        }
    }
}

} // namespace cutline::ptb
