// A strict JSON reader that knows where it is.
//
// It calls a handler and builds nothing. Every error carries the byte offset of what is wrong, so that a
// caller can name line and column. NaN and the infinities are let through as numbers, because other
// writers produce them: the caller decides what they mean where they stand.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "../text/utf8.hpp"

namespace cutline::json {

struct Error : std::runtime_error {
    Error(const std::string &what, std::size_t at) : std::runtime_error(what), offset(at) {}
    std::size_t offset;
};

inline constexpr int kMaxDepth = 64;

// A handler has: null(), boolean(bool), integer(int64_t), big_integer(string_view), real(double),
// text(string_view utf8, bool has_lone_surrogate), begin_array(), begin_object(), end_array(), end_object(),
// and bool key(string_view, size_t offset): false to have the value checked but not reported.
template <class Handler> class Reader {
  public:
    Reader(std::string_view input, Handler &handler) : input_(input), handler_(handler) {}

    // Reads one value and nothing after it but white space.
    void read() {
        skip_space();
        value(true, 0);
        skip_space();
        if (at_ < input_.size()) fail("expected the end of the file, found " + here());
    }

  private:
    [[noreturn]] void fail(const std::string &what) const { throw Error(what, at_); }

    // What stands at this place, for messages.
    std::string here() const {
        if (at_ >= input_.size()) return "the end of the file";
        unsigned char c = static_cast<unsigned char>(input_[at_]);
        if (c < 0x20 || c == 0x7F) {
            static const char *digits = "0123456789ABCDEF";
            return std::string("control character U+00") + digits[c >> 4] + digits[c & 15];
        }
        std::size_t length = sequence_length(input_, at_);
        if (!length) return "a byte that is not UTF-8";
        return "'" + std::string(input_.substr(at_, length)) + "'";
    }

    void skip_space() {
        while (at_ < input_.size() && (input_[at_] == ' ' || input_[at_] == '\n' || input_[at_] == '\r' || input_[at_] == '\t'))
            ++at_;
    }

    void value(bool report, int depth) {
        if (at_ >= input_.size()) fail("expected a value, found the end of the file");
        switch (input_[at_]) {
        case '{': object(report, depth + 1); return;
        case '[': array(report, depth + 1); return;
        case '"': {
            std::string_view text = string();
            if (report) handler_.text(text, has_lone_surrogate_);
            return;
        }
        case 't': word("true"); if (report) handler_.boolean(true); return;
        case 'f': word("false"); if (report) handler_.boolean(false); return;
        case 'n': word("null"); if (report) handler_.null(); return;
        case 'N': word("NaN"); if (report) handler_.real(std::numeric_limits<double>::quiet_NaN()); return;
        case 'I': word("Infinity"); if (report) handler_.real(std::numeric_limits<double>::infinity()); return;
        default: number(report);
        }
    }

    void word(std::string_view expected) {
        if (input_.substr(at_, expected.size()) != expected) fail("expected a value, found " + here());
        at_ += expected.size();
    }

    void enter(int depth) {
        if (depth > kMaxDepth) fail("nested deeper than " + std::to_string(kMaxDepth) + " levels");
        ++at_;
        skip_space();
    }

    void array(bool report, int depth) {
        enter(depth);
        if (report) handler_.begin_array();
        if (at_ < input_.size() && input_[at_] == ']') {
            ++at_;
        } else {
            for (;;) {
                value(report, depth);
                if (ends(']')) break;
            }
        }
        if (report) handler_.end_array();
    }

    void object(bool report, int depth) {
        enter(depth);
        if (report) handler_.begin_object();
        if (at_ < input_.size() && input_[at_] == '}') {
            ++at_;
        } else {
            for (;;) {
                if (at_ >= input_.size() || input_[at_] != '"') fail("expected a quoted key, found " + here());
                std::size_t key_offset = at_;
                std::string_view key = string();
                bool is_wanted = report && handler_.key(key, key_offset);
                skip_space();
                if (at_ >= input_.size() || input_[at_] != ':') fail("expected ':' after a key, found " + here());
                ++at_;
                skip_space();
                value(is_wanted, depth);
                if (ends('}')) break;
            }
        }
        if (report) handler_.end_object();
    }

    // After a member: true at the closing bracket, false past a comma.
    bool ends(char closing) {
        skip_space();
        if (at_ < input_.size() && input_[at_] == closing) {
            ++at_;
            return true;
        }
        if (at_ >= input_.size() || input_[at_] != ',')
            fail(std::string("expected ',' or '") + closing + "', found " + here());
        ++at_;
        skip_space();
        return false;
    }

    // The text of a string; a view into the input where it holds no escape.
    std::string_view string() {
        std::size_t start = ++at_;
        has_lone_surrogate_ = false;
        skip_plain();
        if (at_ < input_.size() && input_[at_] == '"') return input_.substr(start, at_++ - start);
        unescaped_.assign(input_.substr(start, at_ - start));
        for (;;) {
            if (at_ >= input_.size()) throw Error("a string that begins here has no end", start - 1);
            unsigned char c = static_cast<unsigned char>(input_[at_]);
            if (c == '"') {
                ++at_;
                return unescaped_;
            }
            if (c == '\\') {
                escape();
            } else if (c < 0x20) {
                fail(here() + " inside a string must be written as an escape");
            } else {
                std::size_t from = at_, length = sequence_length(input_, at_);
                if (!length) fail("a byte that is not UTF-8 inside a string");
                at_ += length;
                skip_plain();
                unescaped_ += input_.substr(from, at_ - from);
            }
        }
    }

    // Past characters that need no look: eight at a time, then one by one.
    void skip_plain() {
        constexpr uint64_t kOnes = 0x0101010101010101u, kHighs = 0x8080808080808080u;
        while (at_ + 8 <= input_.size()) {
            uint64_t chunk;
            std::memcpy(&chunk, input_.data() + at_, 8);
            uint64_t quotes = chunk ^ (kOnes * '"'), slashes = chunk ^ (kOnes * '\\');
            // The high bit of a byte ends up set where the byte is below 0x20, a quote, a backslash, or not ASCII.
            uint64_t special = chunk | (chunk - kOnes * 0x20) | (quotes - kOnes) | (slashes - kOnes);
            if (special & kHighs) break;
            at_ += 8;
        }
        while (at_ < input_.size() && is_plain(input_[at_])) ++at_;
    }

    static bool is_plain(char c) {
        unsigned char byte = static_cast<unsigned char>(c);
        return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
    }

    void escape() {
        if (at_ + 1 >= input_.size()) {
            ++at_;
            fail("expected an escape, found the end of the file");
        }
        char c = input_[at_ + 1];
        static constexpr std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
        if (std::size_t which = from.find(c); which != std::string_view::npos) {
            unescaped_ += to[which];
            at_ += 2;
        } else if (c == 'u') {
            unicode_escape();
        } else {
            fail("unknown escape \\" + std::string(1, c >= 0x20 && c < 0x7F ? c : '?'));
        }
    }

    void unicode_escape() {
        char32_t point = hexadecimal();
        if (point >= 0xD800 && point <= 0xDBFF && input_.substr(at_, 2) == "\\u") {
            std::size_t before = at_;
            char32_t low = hexadecimal();
            if (low >= 0xDC00 && low <= 0xDFFF) point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
            else at_ = before;
        }
        if (point >= 0xD800 && point <= 0xDFFF) has_lone_surrogate_ = true;
        append_utf8(unescaped_, point);
    }

    char32_t hexadecimal() {
        uint32_t unit = 0;
        const char *first = input_.data() + std::min(at_ + 2, input_.size());
        const char *last = input_.data() + std::min(at_ + 6, input_.size());
        auto parsed = std::from_chars(first, last, unit, 16);
        if (last - first < 4 || parsed.ptr != last || parsed.ec != std::errc()) fail("expected four hexadecimal digits after \\u");
        at_ += 6;
        return unit;
    }

    void number(bool report) {
        std::size_t start = at_;
        auto digits = [&] {
            std::size_t before = at_;
            while (at_ < input_.size() && input_[at_] >= '0' && input_[at_] <= '9') ++at_;
            return at_ - before;
        };
        if (at_ < input_.size() && input_[at_] == '-') ++at_;
        if (at_ > start && at_ < input_.size() && input_[at_] == 'I') {
            word("Infinity");
            if (report) handler_.real(-std::numeric_limits<double>::infinity());
            return;
        }
        std::size_t first_digit = at_;
        if (!digits()) fail("expected a value, found " + here());
        if (input_[first_digit] == '0' && at_ - first_digit > 1) throw Error("a number with a leading zero", start);
        bool is_real = false;
        if (at_ < input_.size() && input_[at_] == '.') {
            ++at_;
            is_real = true;
            if (!digits()) fail("expected a digit after the decimal point, found " + here());
        }
        if (at_ < input_.size() && (input_[at_] == 'e' || input_[at_] == 'E')) {
            ++at_;
            is_real = true;
            if (at_ < input_.size() && (input_[at_] == '+' || input_[at_] == '-')) ++at_;
            if (!digits()) fail("expected a digit in the exponent, found " + here());
        }
        if (report) report_number(input_.substr(start, at_ - start), is_real);
    }

    void report_number(std::string_view text, bool is_real) {
        if (is_real) {
            double real = 0;
            // Out of range is beyond all doubles, or so near zero that zero is as good.
            bool is_huge = std::from_chars(text.data(), text.data() + text.size(), real).ec == std::errc::result_out_of_range &&
                           text.find('-', 1) == std::string_view::npos;
            if (is_huge) real = text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
            handler_.real(real);
            return;
        }
        int64_t integer = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), integer).ec == std::errc()) handler_.integer(integer);
        else handler_.big_integer(text);
    }

    std::string_view input_;
    Handler &handler_;
    std::size_t at_ = 0;
    std::string unescaped_;
    bool has_lone_surrogate_ = false;
};

} // namespace cutline::json
