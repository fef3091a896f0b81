// Sentences as numbers of words, one after another in one array.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../text/utf8.hpp"

namespace cutline {

using WordId = uint32_t;

struct Words {
    const WordId *data;
    std::size_t size;
    const WordId *begin() const { return data; }
    const WordId *end() const { return data + size; }
};

class Sentences {
  public:
    std::size_t count() const { return ends_.size() - 1; }

    // Words as Python's split() finds them.
    Words operator[](std::size_t i) const { return {words_.data() + ends_[i], ends_[i + 1] - ends_[i]}; }

    // Words as Python's split(" ") finds them: "" is one empty word, and U+00A0 separates nothing.
    Words by_single_space(std::size_t i) const {
        auto found = by_single_space_.find(i);
        if (found == by_single_space_.end()) return (*this)[i];
        return {found->second.data(), found->second.size()};
    }

    // Appends a text (valid UTF-8) whose words `number_of` turns into numbers.
    template <class NumberOf> void append(std::string_view text, NumberOf number_of) {
        bool is_plain = true; // single spaces between words and nothing else: both ways agree
        for (std::size_t at = 0, start = 0; at <= text.size();) {
            if (at < text.size() && static_cast<unsigned char>(text[at]) > 0x20 &&
                static_cast<unsigned char>(text[at]) < 0x80) {
                ++at;
                continue;
            }
            std::size_t end = at;
            char32_t point = at < text.size() ? decode(text, at) : (++at, U' ');
            if (!is_white_space(point)) continue;
            is_plain = is_plain && point == ' ' && end > start;
            if (end > start) words_.push_back(number_of(text.substr(start, end - start)));
            start = at;
        }
        if (!is_plain) by_single_space_[count()] = split_at_spaces(text, number_of);
        ends_.push_back(words_.size());
    }

    // Appends all of `other`, each number looked up in `renumbered`.
    template <class Renumbered> void append_all(const Sentences &other, Renumbered renumbered) {
        std::size_t first = count(), offset = words_.size();
        for (WordId word : other.words_) words_.push_back(renumbered(word));
        for (std::size_t i = 1; i < other.ends_.size(); ++i) ends_.push_back(offset + other.ends_[i]);
        for (const auto &[sentence, words] : other.by_single_space_) {
            std::vector<WordId> &mine = by_single_space_[first + sentence];
            for (WordId word : words) mine.push_back(renumbered(word));
        }
    }

    void reserve(std::size_t sentences, std::size_t words) {
        ends_.reserve(ends_.size() + sentences);
        words_.reserve(words_.size() + words);
    }

    std::size_t word_count() const { return words_.size(); }

  private:
    template <class NumberOf> static std::vector<WordId> split_at_spaces(std::string_view text, NumberOf number_of) {
        std::vector<WordId> words;
        for (std::size_t start = 0;;) {
            std::size_t end = std::min(text.find(' ', start), text.size());
            words.push_back(number_of(text.substr(start, end - start)));
            if (end == text.size()) return words;
            start = end + 1;
        }
    }

    std::vector<WordId> words_;
    std::vector<std::size_t> ends_{0};
    std::unordered_map<std::size_t, std::vector<WordId>> by_single_space_; // only where it differs
};

} // namespace cutline
