#include "captions.hpp"

#include <algorithm>

#include "../parallel.hpp"

namespace cutline::meteor {
namespace {

constexpr std::string_view kBars = "|||"; // the official program's mark between texts

void blank_line_ends(std::string &text) {
    for (char &c : text)
        if (c == '\n' || c == '\r') c = ' ';
}

// One pass from left to right, as Python's str.replace.
std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
    std::string result;
    for (std::size_t end; (end = text.find(what)) != std::string_view::npos; text.remove_prefix(end + what.size()))
        result.append(text.substr(0, end)).append(with);
    return result.append(text);
}

bool is_plain(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

} // namespace

std::string candidate_line(std::string caption) {
    blank_line_ends(caption);
    return replaced(replaced(caption, kBars, ""), "  ", " ");
}

std::vector<std::string> reference_lines(std::string caption) {
    blank_line_ends(caption);
    std::vector<std::string> lines;
    std::string_view rest = caption;
    for (std::size_t end; (end = rest.find(kBars)) != std::string_view::npos; rest.remove_prefix(end + kBars.size()))
        lines.emplace_back(rest.substr(0, end));
    lines.emplace_back(rest);
    return lines;
}

Captions::Captions(const Sentences &references, const Vocabulary &vocabulary, const Tables &tables, std::size_t jobs)
    : sentences_(references) {
    auto text_of = [&](WordId id) { return vocabulary.word(id); };
    look_up_words(vocabulary.size(), text_of, tables, jobs);
    rewrite(text_of, reference_lines, tables, jobs);
}

Captions::Captions(const Sentences &candidates, const Vocabulary &vocabulary, const Vocabulary &added,
                   const Captions &references, const Tables &tables, std::size_t jobs)
    : sentences_(candidates), known_(&references.words_), known_count_(vocabulary.size()) {
    auto text_of = [&](WordId id) { return id <= known_count_ ? vocabulary.word(id) : added.word(static_cast<uint32_t>(id - known_count_)); };
    look_up_words(added.size(), text_of, tables, jobs);
    auto lines_of = [](std::string caption) { return std::vector<std::string>{candidate_line(std::move(caption))}; };
    rewrite(text_of, lines_of, tables, jobs);
}

template <class TextOf>
void Captions::look_up_words(std::size_t count, TextOf text_of, const Tables &tables, std::size_t jobs) {
    words_.resize(count);
    run_ranges(count, jobs, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::string_view text = text_of(static_cast<WordId>(known_count_ + i + 1));
            if (!is_plain(text)) continue; // what it becomes depends on its neighbours
            words_[i] = look_up(text, tables);
            words_[i].is_plain = true;
        }
    });
}

template <class TextOf, class LinesOf>
void Captions::rewrite(TextOf text_of, LinesOf lines_of, const Tables &tables, std::size_t jobs) {
    std::vector<char> is_odd(sentences_.count());
    run_ranges(sentences_.count(), jobs, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            cutline::Words ids = sentences_[i];
            is_odd[i] = sentences_.is_oddly_spaced(i) || !std::all_of(ids.begin(), ids.end(), [&](WordId id) { return word(id).is_plain; });
        }
    });
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < sentences_.count(); ++i) {
        if (!is_odd[i]) continue;
        std::string caption;
        for (WordId id : sentences_.by_single_space(i)) caption.append(text_of(id)).append(" ");
        if (!caption.empty()) caption.pop_back();
        auto &lines = rewritten_[i];
        for (const std::string &line : lines_of(std::move(caption))) {
            texts.clear();
            normalise(line, tables.prefixes(), texts);
            lines.emplace_back();
            for (std::string &text : texts) {
                const Word *&known = rewritten_words_[text];
                if (!known) known = &more_words_.emplace_back(look_up(text, tables));
                lines.back().push_back(known);
            }
        }
    }
}

void Captions::read(std::size_t caption, std::size_t line, Line &out) const {
    out.clear();
    auto found = rewritten_.find(caption);
    if (found == rewritten_.end())
        for (WordId id : sentences_[caption]) out.add(word(id));
    else
        for (const Word *item : found->second[line]) out.add(*item);
}

void Captions::mark_used(std::vector<bool> &is_used) const {
    auto mark = [&](const Word &word) {
        if (word.phrase_word != kNoPhraseWord) is_used[word.phrase_word] = true;
    };
    for (const Word &word : words_) mark(word);
    for (const Word &word : more_words_) mark(word);
}

} // namespace cutline::meteor
