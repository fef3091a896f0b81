#include "actions.hpp"

#include <algorithm>
#include <string_view>

namespace cutline::ptb {
namespace {

bool is_at(const std::u16string &token, std::size_t at, std::u16string_view wanted, bool any_case) {
    if (at + wanted.size() > token.size()) return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        char16_t unit = token[at + i];
        if (any_case && unit >= 'A' && unit <= 'Z') unit = static_cast<char16_t>(unit + 32);
        if (unit != wanted[i]) return false;
    }
    return true;
}

void replace_all(std::u16string &token, std::u16string_view old, std::u16string_view by, bool any_case = false) {
    std::u16string result;
    for (std::size_t at = 0; at < token.size();) {
        if (is_at(token, at, old, any_case)) {
            result += by;
            at += old.size();
        } else {
            result += token[at++];
        }
    }
    token = std::move(result);
}

void replace_brackets(std::u16string &token) {
    replace_all(token, u"(", u"-LRB-");
    replace_all(token, u")", u"-RRB-");
}

// Straight quotes go by the side the rule saw; curly ones by their own shape, whichever side.
void replace_quotes(std::u16string &token, bool is_left) {
    std::u16string result;
    for (std::size_t at = 0; at < token.size(); ++at) {
        if (is_at(token, at, u"&apos;", false)) {
            result += is_left ? u"`" : u"'";
            at += 5;
            continue;
        }
        if (is_at(token, at, u"&quot;", false)) {
            result += is_left ? u"``" : u"''";
            at += 5;
            continue;
        }
        switch (token[at]) {
        case u'\'': result += is_left ? u"`" : u"'"; break;
        case u'"': result += is_left ? u"``" : u"''"; break;
        case 0x0091: case 0x2018: case 0x201B: case 0x2039: result += u"`"; break;
        case 0x0092: case 0x2019: case 0x203A: result += u"'"; break;
        case 0x0093: case 0x201C: case 0x00AB: result += u"``"; break;
        case 0x0094: case 0x201D: case 0x00BB: result += u"''"; break;
        default: result += token[at];
        }
    }
    token = std::move(result);
}

void spell_fraction(std::u16string &token) {
    switch (token[0]) {
    case 0x00BC: token = u"1/4"; break;
    case 0x00BD: token = u"1/2"; break;
    case 0x00BE: token = u"3/4"; break;
    case 0x2153: token = u"1/3"; break;
    case 0x2154: token = u"2/3"; break;
    default: break; // the eighths, fifths and sixths stay as they are
    }
}

void spell_currency(std::u16string &token) {
    switch (token[0]) {
    case 0x00A2: token = u"cents"; break;
    case 0x00A3: token = u"#"; break; // the pound sterling, as the Penn Treebank has it
    case 0x0080: case 0x00A4: case 0x20A0: case 0x20AC: token = u"$"; break;
    default: break;
    }
}

void spell_bracket(std::u16string &token) {
    switch (token[0]) {
    case u'(': token = u"-LRB-"; break;
    case u')': token = u"-RRB-"; break;
    case u'{': token = u"-LCB-"; break;
    case u'}': token = u"-RCB-"; break;
    case u'[': token = u"-LSB-"; break;
    case u']': token = u"-RSB-"; break;
    default: break;
    }
}

} // namespace

std::size_t apply(Action action, std::u16string &token) {
    switch (action) {
    case Action::soft:
        token.erase(std::remove(token.begin(), token.end(), char16_t{0x00AD}), token.end());
        if (token.empty()) token = u"-";
        return 0;
    case Action::back2: token.resize(token.size() - 2); return 2;
    case Action::back3: token.resize(token.size() - 3); return 3;
    case Action::nbsp: replace_all(token, u" ", u"\u00A0"); return 0;
    case Action::mdash: token = u"--"; return 0;
    case Action::amp: replace_all(token, u"&amp;", u"&", true); return 0;
    case Action::lquote: replace_quotes(token, true); return 0;
    case Action::rquote: replace_quotes(token, false); return 0;
    case Action::frac: spell_fraction(token); return 0;
    case Action::money: spell_currency(token); return 0;
    case Action::acro:
        if (token.size() == 2) token.resize(1);
        return 1;
    case Action::dup: return 1;
    case Action::phone:
        replace_all(token, u" ", u"\u00A0");
        replace_brackets(token);
        return 0;
    case Action::paren: replace_brackets(token); return 0;
    case Action::lt: token = u"<"; return 0;
    case Action::gt: token = u">"; return 0;
    case Action::bracket: spell_bracket(token); return 0;
    case Action::hyphens:
        if (token.size() == 3 || token.size() == 4) token = u"--";
        return 0;
    case Action::dots: token = u"..."; return 0;
    case Action::plain:
    case Action::skip:
    case Action::newline:
    case Action::drop: return 0;
    }
    return 0;
}

} // namespace cutline::ptb
