// Sentences as numbers of words, one after another in one array.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../parallel.hpp"
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

    // Whether those two ways differ.
    bool is_oddly_spaced(std::size_t i) const { return by_single_space_.count(i) > 0; }

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

    // Appends a line of tokens in plain ASCII with single spaces between them, leaving out those that `is_dropped`
    // names. Returns false, having done nothing, for any other line and for one with no word left.
    template <class IsDropped, class NumberOf>
    bool append_plain(std::string_view line, IsDropped is_dropped, NumberOf number_of) {
        std::size_t before = words_.size();
        for (std::size_t at = 0, start = 0;; ++at) {
            unsigned char byte = at < line.size() ? static_cast<unsigned char>(line[at]) : ' ';
            if (byte > 0x20 && byte < 0x7F) continue;
            if (byte != ' ' || at == start) {
                words_.resize(before);
                return false;
            }
            std::string_view token = line.substr(start, at - start);
            if (!is_dropped(token)) words_.push_back(number_of(token));
            if (at >= line.size()) break;
            start = at + 1;
        }
        if (words_.size() == before) return false;
        ends_.push_back(words_.size());
        return true;
    }

    // All sentences of several parts in order; renumbered(part, word) gives a word's number in the whole.
    template <class Renumbered>
    static Sentences joined(const std::vector<const Sentences *> &parts, Renumbered renumbered) {
        Sentences whole;
        std::vector<std::size_t> first_word, first_sentence;
        std::size_t words = 0, sentences = 0;
        for (const Sentences *part : parts) {
            first_word.push_back(words);
            first_sentence.push_back(sentences);
            words += part->words_.size();
            sentences += part->count();
        }
        whole.words_.resize(words);
        whole.ends_.resize(sentences + 1);
        run_parts(parts.size(), [&](std::size_t p) {
            const Sentences &part = *parts[p];
            for (std::size_t i = 0; i < part.words_.size(); ++i)
                whole.words_[first_word[p] + i] = renumbered(p, part.words_[i]);
            for (std::size_t i = 1; i < part.ends_.size(); ++i)
                whole.ends_[first_sentence[p] + i] = first_word[p] + part.ends_[i];
        });
        for (std::size_t p = 0; p < parts.size(); ++p)
            for (const auto &[sentence, spaced] : parts[p]->by_single_space_)
                for (WordId word : spaced) whole.by_single_space_[first_sentence[p] + sentence].push_back(renumbered(p, word));
        return whole;
    }

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
