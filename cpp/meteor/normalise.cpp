#include "normalise.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "../text/lower_case.hpp"
#include "../text/utf8.hpp"

// The official program rewrites a line by a sequence of regular expressions, each a single pass from left to right
// whose matches do not overlap: a character that one match has taken can't begin the next, so that a-b-c becomes a b-c.
// The passes below keep their order and that habit.
namespace cutline::meteor {
namespace {

constexpr char16_t kLeftSingle = 0x2018, kRightSingle = 0x2019, kLeftDouble = 0x201C, kRightDouble = 0x201D;
constexpr char16_t kEnDash = 0x2013;

bool is_digit(char32_t point) { return point >= '0' && point <= '9'; }
bool is_small(char32_t point) { return point >= 'a' && point <= 'z'; }

// Latin and Cyrillic only, with the holes of the official list.
bool is_letter(char32_t point) {
    if (point < 0x80) return is_small(point | 0x20);
    struct Range {
        char32_t first, last;
    };
    static constexpr Range ranges[] = {{0x00C0, 0x00D6}, {0x00D8, 0x00F6}, {0x00F8, 0x017E}, {0x0400, 0x0527},
                                       {0x1D00, 0x1D7F}, {0xA640, 0xA66E}, {0xA67E, 0xA697}};
    for (const Range &range : ranges)
        if (point <= range.last) return point >= range.first;
    return false;
}

bool is_letter_or_digit(char32_t point) { return is_letter(point) || is_digit(point); }

// The white space of regular expressions; the no-break space and its like are symbols at first.
bool is_space(char32_t point) { return point == ' ' || (point >= '\t' && point <= '\r'); }

// The white space that words are split at: without the vertical tab.
bool is_separator(char16_t unit) { return is_space(unit) && unit != '\v'; }

bool is_apostrophe(char16_t unit) {
    return unit == '\'' || unit == '`' || unit == kLeftSingle || unit == kRightSingle;
}

bool is_symbol(char32_t point) {
    if (is_letter_or_digit(point) || is_space(point)) return false;
    return point != '.' && point != '\'' && point != '`' && point != ',' && point != '-' && point != kLeftSingle &&
           point != kRightSingle;
}

// The line in UTF-16 within two spaces, and each symbol within two of its own. Later passes look at no neighbour of a
// symbol but these, so that they need not know of surrogate pairs.
std::u16string with_symbols_apart(std::string_view line) {
    std::u16string text;
    text.reserve(line.size() + line.size() / 4 + 2);
    text += u' ';
    for (std::size_t at = 0; at < line.size();) {
        char32_t point = decode(line, at);
        bool alone = is_symbol(point);
        if (alone) text += u' ';
        if (point < 0x10000) {
            text += static_cast<char16_t>(point);
        } else {
            text += static_cast<char16_t>(0xD7C0 + (point >> 10));
            text += static_cast<char16_t>(0xDC00 + (point & 0x3FF));
        }
        if (alone) text += u' ';
    }
    text += u' ';
    return text;
}

constexpr std::u16string_view kDot = u"DOT", kLastDot = u"DOTMULTI";

bool holds(const std::u16string &text, std::size_t at, std::u16string_view wanted) {
    return text.compare(at, wanted.size(), wanted) == 0;
}

// Spells out each run of dots, so that no later pass takes them for the ends of sentences: .... becomes
// DOTDOTDOTDOTMULTI within spaces. The official program does it one dot a round, and so also takes up a DOTMULTI. that
// stands in the line: it becomes DOTDOTMULTI and a space, but without the space where its D was taken as the character
// after another such word or after a run of two dots (longer runs get there in a later round, when it is done).
void spell_out_dots(std::u16string &text) {
    if (text.find(u"..") == text.npos && text.find(u"DOTMULTI.") == text.npos) return;
    std::u16string result;
    result.reserve(text.size() + text.size() / 2);
    std::size_t taken = 0; // the character that the last match has taken; the first is a space and never matters
    for (std::size_t at = 0; at < text.size();) {
        std::size_t after = std::min(text.find_first_not_of(u'.', at), text.size());
        if (after - at >= 2) {
            result += u' ';
            for (std::size_t i = at + 1; i < after; ++i) result += kDot;
            result += kLastDot;
            result += u' ';
            if (after - at == 2) taken = after;
            at = after;
        } else if (text[at] == 'D' && holds(text, at, u"DOTMULTI.") && !holds(text, at, u"DOTMULTI..")) {
            result += kDot;
            result += kLastDot;
            after = at + kLastDot.size() + 1;
            if (taken != at) {
                result += u' ';
                taken = after;
            }
            at = after;
        } else {
            result += text[at++];
        }
    }
    text.swap(result);
}

// Undoes spell_out_dots; takes a DOTMULTI of the line itself for a dot too.
void restore_dots(std::u16string &text) {
    std::size_t found = text.find(kLastDot);
    if (found == text.npos) return;
    std::u16string result;
    std::size_t copied = 0;
    for (; found != text.npos; found = text.find(kLastDot, copied)) {
        std::size_t begin = found, dots = 1;
        for (; begin >= copied + kDot.size() && holds(text, begin - kDot.size(), kDot); ++dots) begin -= kDot.size();
        result.append(text, copied, begin - copied).append(dots, u'.');
        copied = found + kLastDot.size();
    }
    text.swap(result.append(text, copied));
}

// Writes `replacement` for each `mark` that stands between a character that is `before` and one that is `after`. A
// match takes these two as well.
template <class Before, class After>
void replace_between(std::u16string &text, char16_t mark, std::u16string_view replacement, Before before, After after) {
    std::u16string result;
    std::size_t copied = 0;
    for (std::size_t at = text.find(mark, 1); at != text.npos && at + 1 < text.size();) {
        if (before(text[at - 1]) && after(text[at + 1])) {
            result.append(text, copied, at - copied).append(replacement);
            copied = at + 1;
            at = text.find(mark, at + 3); // at + 1 is taken, at + 2 may be the character before
        } else {
            at = text.find(mark, at + 1);
        }
    }
    if (copied) text.swap(result.append(text, copied));
}

void separate_commas(std::u16string &text) {
    auto is_other = [](char16_t unit) { return !is_digit(unit); };
    replace_between(text, u',', u" , ", is_other, is_other);
    replace_between(text, u',', u" , ", is_digit, is_other);
    replace_between(text, u',', u" , ", is_other, is_digit);
}

// Makes all apostrophes straight, and two of them, or a curly double quote, a straight double quote within spaces.
void unify_quotes(std::u16string &text) {
    auto is_double = [](char16_t unit) { return unit == kLeftDouble || unit == kRightDouble; };
    auto is_quote = [&](char16_t unit) { return is_apostrophe(unit) || is_double(unit); };
    if (std::none_of(text.begin(), text.end(), is_quote)) return;
    std::u16string result;
    result.reserve(text.size() + text.size() / 4);
    for (std::size_t at = 0; at < text.size(); ++at) {
        bool twice = is_apostrophe(text[at]) && at + 1 < text.size() && is_apostrophe(text[at + 1]);
        if (twice || is_double(text[at])) {
            result += u" \" ";
            at += twice;
        } else {
            result += is_apostrophe(text[at]) ? u'\'' : text[at];
        }
    }
    text.swap(result);
}

// Makes en dashes hyphens, and two hyphens one: once, so that three become two.
void unify_hyphens(std::u16string &text) {
    auto is_hyphen = [](char16_t unit) { return unit == '-' || unit == kEnDash; };
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        bool hyphen = is_hyphen(text[at]);
        text[end++] = hyphen ? u'-' : text[at];
        if (hyphen && at + 1 < text.size() && is_hyphen(text[at + 1])) ++at;
    }
    text.resize(end);
}

void split_at_hyphens(std::u16string &text) {
    auto may_precede = [](char16_t unit) { return is_letter_or_digit(unit) || unit == '.'; };
    replace_between(text, u'-', u" ", may_precede, is_letter_or_digit);
}

void separate_apostrophes(std::u16string &text) {
    auto is_other = [](char16_t unit) { return !is_letter(unit); };
    auto is_mark = [](char16_t unit) { return !is_letter_or_digit(unit); };
    auto is_s = [](char16_t unit) { return unit == 's'; };
    replace_between(text, u'\'', u" ' ", is_other, is_other);
    replace_between(text, u'\'', u" ' ", is_mark, is_letter);
    replace_between(text, u'\'', u" ' ", is_letter, is_other);
    replace_between(text, u'\'', u" '", is_letter, is_letter); // dog's
    replace_between(text, u'\'', u" '", is_digit, is_s);       // 1990's
}

// Moves `at` past the next word of the text and returns it, empty at the end.
std::u16string_view next_word(std::u16string_view text, std::size_t &at) {
    while (at < text.size() && is_separator(text[at])) ++at;
    std::size_t begin = at;
    while (at < text.size() && !is_separator(text[at])) ++at;
    return text.substr(begin, at - begin);
}

// Appends a word, its final dot apart unless it belongs to an abbreviation. `next` is the word after it.
void append_word(std::u16string &out, std::u16string_view word, std::u16string_view next, const Prefixes &prefixes) {
    std::u16string_view stem = word.substr(0, word.size() - 1);
    if (stem.empty() || word.back() != '.') {
        out += word;
    } else if (stem.find(u'.') != stem.npos && std::any_of(stem.begin(), stem.end(), is_letter)) {
        std::copy_if(word.begin(), word.end(), std::back_inserter(out), [](char16_t unit) { return unit != '.'; });
    } else {
        char16_t first = next.empty() ? u' ' : next.front();
        bool belongs = is_small(first) || prefixes.always.count(stem) ||
                       (is_digit(first) && prefixes.before_numbers.count(stem));
        out += stem;
        out += belongs ? u"." : u" .";
    }
}

// Splits off the dots that end sentences; leaves one space between words.
void separate_final_dots(std::u16string &text, const Prefixes &prefixes) {
    std::u16string result;
    result.reserve(text.size() + text.size() / 4);
    std::size_t at = 0;
    for (std::u16string_view word = next_word(text, at); !word.empty();) {
        std::u16string_view next = next_word(text, at);
        append_word(result, word, next, prefixes);
        if (!next.empty()) result += u' ';
        word = next;
    }
    text.swap(result);
}

// Makes each run of spaces of any width one space; the ends lose all control characters too.
void squeeze_spaces(std::u16string &text) {
    auto is_any_space = [](char16_t unit) {
        return unit == ' ' || unit == 0xA0 || (unit >= 0x2000 && unit <= 0x200A) || unit == 0x202F || unit == 0x205F ||
               unit == 0x3000;
    };
    std::size_t end = 0;
    for (char16_t unit : text) {
        bool space = is_any_space(unit);
        if (space && end && text[end - 1] == ' ') continue;
        text[end++] = space ? u' ' : unit;
    }
    while (end && text[end - 1] <= ' ') --end;
    text.resize(end);
    auto is_trimmed = [](char16_t unit) { return unit <= ' '; };
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_trimmed));
}

std::u16string normalised(std::string_view line, const Prefixes &prefixes) {
    std::u16string text = with_symbols_apart(line);
    spell_out_dots(text);
    separate_commas(text);
    unify_quotes(text);
    unify_hyphens(text);
    split_at_hyphens(text);
    separate_apostrophes(text);
    separate_final_dots(text, prefixes);
    restore_dots(text);
    squeeze_spaces(text);
    return text;
}

} // namespace

Prefixes read_prefixes(std::string_view file) {
    constexpr std::string_view blanks = " \t\r", numeric_only = "#NUMERIC_ONLY#";
    Prefixes prefixes;
    while (!file.empty()) {
        std::size_t end = std::min(file.find('\n'), file.size());
        std::string_view line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        std::size_t begin = line.find_first_not_of(blanks);
        if (begin == line.npos || line[begin] == '#') continue;
        line.remove_prefix(begin);
        bool marked = line.find(numeric_only) != line.npos;
        std::u16string prefix = to_utf16(line.substr(0, line.find_first_of(blanks)));
        (marked ? prefixes.before_numbers : prefixes.always).insert(std::move(prefix));
    }
    return prefixes;
}

void normalise(std::string_view line, const Prefixes &prefixes, std::vector<std::string> &words) {
    // The official program trims each piece of its input first, so a vertical tab cannot hide a final dot.
    auto is_blank = [](char byte) { return static_cast<unsigned char>(byte) <= ' '; };
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    std::string lower;
    append_lower(lower, normalised(line, prefixes));
    auto separates = [](char byte) { return is_separator(static_cast<unsigned char>(byte)); };
    for (auto at = lower.begin(); at != lower.end();) {
        auto begin = std::find_if_not(at, lower.end(), separates);
        at = std::find_if(begin, lower.end(), separates);
        if (begin != at) words.emplace_back(begin, at);
    }
}

} // namespace cutline::meteor
