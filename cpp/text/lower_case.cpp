#include "lower_case.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "utf8.hpp"

namespace cutline {
namespace {

// Units first, first + step, ... last, each of which has its lower-case form `delta` further on.
struct LowerRange {
    uint16_t first, last, step;
    int32_t delta;
};

#include "lower_tables.inc"

constexpr char16_t kCapitalSigma = 0x03A3, kSmallSigma = 0x03C3, kFinalSigma = 0x03C2;

// Whether `unit` is in a list of first, last, first, last, ...
template <std::size_t Size> bool is_within(const uint16_t (&bounds)[Size], char16_t unit) {
    const uint16_t *after = std::upper_bound(std::begin(bounds), std::end(bounds), unit);
    return (after - bounds) % 2 == 1 || (after != bounds && after[-1] == unit);
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

// The first half of a letter beyond U+FFFF, of a script with two cases such as Deseret or the mathematical alphabets.
// What Java's iterator makes of them is lopsided: they go on with a word that a sigma is in, but do not begin one.
bool is_first_of_cased_pair(char16_t unit) {
    static constexpr char16_t firsts[] = {0xD801, 0xD803, 0xD806, 0xD81B, 0xD835, 0xD83A};
    return std::find(std::begin(firsts), std::end(firsts), unit) != std::end(firsts);
}

// Java asks its word iterator whether a sigma ends a word. A word runs over letters and numbers with the marks attached
// to them, over a single joiner between two letters, and over a decimal sign or quote between two numbers.
class WordShape {
  public:
    explicit WordShape(std::u16string_view token) : token_(token), continues_(token.size()), after_(token.size()) {
        std::size_t visible = token.size();
        for (std::size_t at = token.size(); at-- > 0;) {
            after_[at] = visible;
            if (!is_invisible(token[at])) visible = at;
        }
        std::size_t base = token.size(); // the last unit that is neither mark nor invisible; none yet
        for (std::size_t at = 0; at < token.size(); ++at) {
            continues_[at] = continues(at, base);
            if (!is_mark(token[at]) && !is_invisible(token[at])) base = at;
        }
    }

    bool is_final_sigma(std::size_t at) const {
        bool cased_before = false;
        for (std::size_t i = at; i > 0 && continues_[i - 1] && !cased_before; --i) cased_before = is_cased(token_[i - 1]);
        if (!cased_before) return false;
        for (std::size_t i = at + 1; i < token_.size() && continues_[i]; ++i)
            if (is_cased(token_[i]) || is_first_of_cased_pair(token_[i])) return false;
        return true;
    }

  private:
    bool continues(std::size_t at, std::size_t base) const {
        char16_t unit = token_[at];
        if (is_letter(unit) || is_number(unit) || is_first_of_cased_pair(unit)) return true;
        if (base == token_.size()) return false;
        if (is_invisible(unit)) return continues_[at - 1];
        bool after_letter = is_letter(token_[base]) || (base > 0 && is_first_of_cased_pair(token_[base - 1]));
        bool after_number = is_number(token_[base]);
        if (is_mark(unit)) return after_letter || after_number;
        if (after_[at] == token_.size()) return false;
        char16_t next = token_[after_[at]];
        bool is_decimal = unit == '"' || unit == '\'' || unit == ',' || unit == '.' || unit == 0x066B;
        return (is_within(joiners, unit) && after_letter && (is_letter(next) || is_first_of_cased_pair(next))) ||
               (is_decimal && after_number && is_number(next));
    }

    std::u16string_view token_;
    std::vector<bool> continues_;   // whether the word goes on over a unit
    std::vector<std::size_t> after_; // the next unit that is visible
};

} // namespace

void append_lower(std::string &out, std::u16string_view token) {
    std::optional<WordShape> shape; // made for the few tokens that hold a capital sigma
    for (std::size_t i = 0; i < token.size(); ++i) {
        char16_t unit = token[i];
        if (unit < 0x80) {
            out += static_cast<char>(lower_unit(unit));
        } else if (unit == 0x0130) {
            out += 'i';
            append_utf8(out, 0x0307);
        } else if (unit == kCapitalSigma) {
            if (!shape) shape.emplace(token);
            append_utf8(out, shape->is_final_sigma(i) ? kFinalSigma : kSmallSigma);
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

} // namespace cutline
