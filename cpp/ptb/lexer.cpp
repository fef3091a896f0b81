#include "lexer.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../text/lower_case.hpp"
#include "../text/utf8.hpp"
#include "actions.hpp"
#include "tables.hpp"

namespace cutline::ptb {
namespace {

#include "lexer_tables.inc"

constexpr unsigned kStart = 1;

inline unsigned class_of(unsigned char unit) { return class_in_page[unit]; } // page 0 comes first
inline unsigned class_of(char16_t unit) { return class_in_page[class_page[unit >> 8] << 8 | (unit & 0xFF)]; }

// The state after `state`, with kAccepting added where it accepts.
inline unsigned step(const Automaton &automaton, unsigned state, unsigned unit_class) {
    return automaton.next[(state & ~kAccepting) * kStride + unit_class];
}

struct Match {
    unsigned rule;
    std::size_t end; // of body and look-ahead
};

template <class Unit> class Lexer {
  public:
    Lexer(const Unit *text, std::size_t size, std::string &out, Case letters)
        : text_(text), size_(size), out_(out), is_lowered_(letters == Case::lowered) {}

    std::size_t run(std::size_t at, std::size_t end) {
        while (at < end) {
            Match match = longest_match(at);
            const Rule &rule = rules[match.rule];
            std::size_t body_end = rule.body ? split(rule, at, match.end) : match.end - rule.ahead_length;
            at = write(rule.action, at, body_end);
        }
        return at;
    }

  private:
    // A tag's quoted attribute, or the odd emoticon, may look for its end through the whole text in vain,
    // and so may the next one: quadratic. Where such a search stood every kSample units is remembered; a
    // later search that arrives in the same state at the same place has nothing to find there.
    static constexpr std::size_t kSample = 1024;
    using Place = uint64_t;
    static Place place(std::size_t at, unsigned state) { return static_cast<Place>(at) << 16 | state; }

    Match longest_match(std::size_t begin) {
        unsigned state = kStart, accepting = 0;
        std::size_t end = begin + 1;
        for (std::size_t at = begin; at < size_; ++at) {
            state = step(lexer, state, class_of(text_[at]));
            if (state & kAccepting) {
                accepting = state & ~kAccepting;
                end = at + 1;
            } else if (!state) {
                break;
            } else if (at % kSample == 0 && at - begin >= kSample) {
                if (hopeless_.count(place(at, state))) break;
                passed_.emplace_back(at, place(at, state));
            }
        }
        for (auto [at, passed] : passed_)
            if (at >= end) hopeless_.insert(passed);
        passed_.clear();
        return {lexer.accepts[accepting], end};
    }

    // The longest body whose rest matches the look-ahead: run the body forwards, the look-ahead backwards.
    std::size_t split(const Rule &rule, std::size_t begin, std::size_t end) {
        ahead_starts_.assign(end - begin + 1, false);
        unsigned state = kStart;
        for (std::size_t at = end; at > begin && state; --at) {
            state = step(*rule.ahead, state, class_of(text_[at - 1]));
            ahead_starts_[at - 1 - begin] = (state & kAccepting) != 0;
        }
        std::size_t longest = begin;
        state = kStart;
        for (std::size_t at = begin; at < end && state; ++at) {
            state = step(*rule.body, state, class_of(text_[at]));
            if (state & kAccepting && ahead_starts_[at + 1 - begin]) longest = at + 1;
        }
        return longest;
    }

    // Writes the token and returns where to go on.
    std::size_t write(Action action, std::size_t begin, std::size_t end) {
        switch (action) {
        case Action::newline:
            out_ += '\n';
            is_line_start_ = true;
            return end;
        case Action::skip:
        case Action::drop: return end;
        default: break;
        }
        if (!is_line_start_) out_ += ' ';
        is_line_start_ = false;
        if constexpr (sizeof(Unit) == 1) {
            if (action == Action::plain || action == Action::soft) { // ASCII has no soft hyphen
                std::size_t start = out_.size();
                out_.append(reinterpret_cast<const char *>(text_) + begin, end - begin);
                if (!is_lowered_) return end;
                for (std::size_t at = start; at < out_.size(); ++at)
                    out_[at] = static_cast<char>(out_[at] + (static_cast<unsigned char>(out_[at] - 'A') < 26 ? 32 : 0));
                return end;
            }
        }
        std::u16string token(text_ + begin, text_ + end);
        std::size_t given_back = apply(action, token);
        if (is_lowered_) append_lower(out_, token);
        else append_utf8(out_, token);
        return end - given_back;
    }

    const Unit *text_;
    std::size_t size_;
    std::string &out_;
    bool is_lowered_;
    bool is_line_start_ = true;
    std::vector<bool> ahead_starts_;
    std::vector<std::pair<std::size_t, Place>> passed_;
    std::unordered_set<Place> hopeless_;
};

} // namespace

Text::Text(std::string utf8) : is_ascii_(is_ascii(utf8)) {
    if (is_ascii_) bytes_ = std::move(utf8);
    else units_ = to_utf16(utf8);
}

std::size_t Text::lex(std::size_t begin, std::size_t end, std::string &out, Case letters) const {
    if (!is_ascii_) return Lexer<char16_t>(units_.data(), units_.size(), out, letters).run(begin, end);
    auto *bytes = reinterpret_cast<const unsigned char *>(bytes_.data());
    return Lexer<unsigned char>(bytes, bytes_.size(), out, letters).run(begin, end);
}

std::size_t Text::after_line_feed(std::size_t from) const {
    std::size_t found = is_ascii_ ? bytes_.find('\n', from) : units_.find(u'\n', from);
    return found == std::string::npos ? size() : found + 1;
}

} // namespace cutline::ptb
