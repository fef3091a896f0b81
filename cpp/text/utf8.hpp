// UTF-8 in and out, and Python's idea of white space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cutline {

inline constexpr std::size_t kAllValid = static_cast<std::size_t>(-1);

inline bool is_ascii(std::string_view text) {
    unsigned char any = 0;
    for (unsigned char byte : text) any |= byte;
    return any < 0x80;
}

// Length of the well-formed sequence at `at` (RFC 3629: no overlong forms, no surrogates), 0 if there is none.
inline std::size_t sequence_length(std::string_view text, std::size_t at) {
    auto byte = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
    auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
    unsigned first = byte(at), second = byte(at + 1);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return follows(at + 1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
        return follows(at + 1) && follows(at + 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
        return follows(at + 1) && follows(at + 2) && follows(at + 3) ? 4 : 0;
    }
    return 0;
}

// Offset of the first byte that is not UTF-8, or kAllValid.
inline std::size_t first_invalid(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        std::size_t length = sequence_length(text, at);
        if (!length) return at;
        at += length;
    }
    return kAllValid;
}

// The code point at `at` of valid UTF-8; moves `at` past it.
inline char32_t decode(std::string_view text, std::size_t &at) {
    auto follow = [&] { return static_cast<char32_t>(static_cast<unsigned char>(text[at++]) & 0x3F); };
    char32_t first = static_cast<unsigned char>(text[at++]);
    if (first < 0x80) return first;
    if (first < 0xE0) return (first & 0x1F) << 6 | follow();
    if (first < 0xF0) {
        char32_t high = follow();
        return (first & 0x0F) << 12 | high << 6 | follow();
    }
    char32_t high = follow(), middle = follow();
    return (first & 0x07) << 18 | high << 12 | middle << 6 | follow();
}

inline void append_utf8(std::string &out, char32_t point) {
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xC0 | point >> 6);
        out += static_cast<char>(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        out += static_cast<char>(0xE0 | point >> 12);
        out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (point & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | point >> 18);
        out += static_cast<char>(0x80 | (point >> 12 & 0x3F));
        out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (point & 0x3F));
    }
}

// Valid UTF-8 to UTF-16 units.
inline std::u16string to_utf16(std::string_view text) {
    std::u16string units;
    units.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        char32_t point = decode(text, at);
        if (point < 0x10000) {
            units += static_cast<char16_t>(point);
        } else {
            units += static_cast<char16_t>(0xD7C0 + (point >> 10));
            units += static_cast<char16_t>(0xDC00 + (point & 0x3FF));
        }
    }
    return units;
}

// Appends UTF-16 units as UTF-8; half a surrogate pair becomes a question mark, as Java writes it.
inline void append_utf8(std::string &out, std::u16string_view units) {
    for (std::size_t i = 0; i < units.size(); ++i) {
        char32_t unit = units[i];
        if (unit < 0xD800 || unit > 0xDFFF) {
            append_utf8(out, unit);
        } else if (unit < 0xDC00 && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] <= 0xDFFF) {
            append_utf8(out, ((unit - 0xD800) << 10) + (units[++i] - 0xDC00) + 0x10000);
        } else {
            out += '?';
        }
    }
}

// What Python's str.split() and str.rstrip() take for white space.
inline bool is_white_space(char32_t point) {
    if (point < 0x80) return point == ' ' || (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x1F);
    return point == 0x85 || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) ||
           point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

// Valid UTF-8 without the white space at its end.
inline std::string_view right_stripped(std::string_view text) {
    while (!text.empty()) {
        std::size_t at = text.size() - 1;
        while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
        std::size_t start = at;
        if (!is_white_space(decode(text, at))) break;
        text = text.substr(0, start);
    }
    return text;
}

} // namespace cutline
