#include "encode.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "../ptb/captions.hpp"

namespace cutline {
namespace {

// As the official program prepares its input: line feeds inside a caption become spaces, captions are joined by
// line feeds. Other line ends stay, and tear a caption in two: all later captions then move on by one.
std::string joined(Texts captions) {
    std::string text = std::move(captions.bytes);
    text.pop_back(); // none after the last
    std::size_t next = 1;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
        while (captions.starts[next] <= at) ++next;
        if (captions.starts[next] != at + 1) text[at] = ' ';
    }
    return text;
}

// Calls make_sink() once a part, then, for each of that part's captions in order, sink.line(raw) with a line of lexer
// output or sink.words(text) with words that are ready. Returns the sinks, in order.
template <class MakeSink>
auto for_each_caption(Texts captions, Tokenization tokenization, std::size_t jobs, MakeSink make_sink) {
    using Sink = decltype(make_sink());
    std::vector<Sink> sinks;
    if (tokenization == Tokenization::joined && captions.count()) {
        constexpr std::size_t kWorthAThread = 1 << 15; // characters
        ptb::Text text(joined(std::move(captions)));
        std::size_t parts = std::max<std::size_t>(1, std::min(jobs, text.size() / kWorthAThread));
        for (std::size_t part = 0; part < parts; ++part) sinks.push_back(make_sink());
        if (!ptb::for_each_line_in_parts(text, parts, [&](std::size_t part, std::string_view line) { sinks[part].line(line); })) {
            sinks.clear();
            sinks.push_back(make_sink());
            ptb::for_each_line(text, [&](std::string_view line) { sinks[0].line(line); });
        }
        // An empty text has one line, which no piece has.
        if (text.size() == 0) sinks[0].line("");
        return sinks;
    }
    std::size_t parts = std::max<std::size_t>(1, std::min(jobs, captions.count() / 512));
    for (std::size_t part = 0; part < parts; ++part) sinks.push_back(make_sink());
    run_parts(parts, [&](std::size_t part) {
        std::string raw, words;
        for (std::size_t i = captions.count() * part / parts; i < captions.count() * (part + 1) / parts; ++i) {
            if (tokenization == Tokenization::none) {
                sinks[part].words(captions[i]);
                continue;
            }
            raw.clear();
            words.clear();
            ptb::Text text{std::string(captions[i])};
            text.lex(0, text.size(), raw);
            ptb::split_lines(raw, true, [&](std::string_view line) { ptb::keep_words(line, words); });
            sinks[part].words(words);
        }
    });
    return sinks;
}

} // namespace

Texts tokenize(Texts captions, Tokenization tokenization, std::size_t jobs) {
    struct Sink {
        Texts texts;
        std::string kept;
        void words(std::string_view text) { texts.append(text); }
        void line(std::string_view raw) {
            kept.clear();
            ptb::keep_words(raw, kept);
            texts.append(kept);
        }
    };
    Texts result;
    std::size_t count = captions.count();
    for (const Sink &sink : for_each_caption(std::move(captions), tokenization, jobs, [] { return Sink(); }))
        for (std::size_t i = 0; i < sink.texts.count() && result.count() < count; ++i)
            result.append(sink.texts[i]);
    return result;
}

Sentences encode(Texts captions, Tokenization tokenization, const Vocabulary &known, Vocabulary &added,
                 std::size_t jobs) {
    struct Sink {
        const Vocabulary *known;
        Vocabulary vocabulary; // of this part alone
        Sentences sentences;
        std::string kept;

        WordId number_of(std::string_view word) {
            WordId id = known->size() ? known->find(word) : 0;
            return id ? id : known->size() + vocabulary.add(word);
        }
        void words(std::string_view text) {
            sentences.append(text, [this](std::string_view word) { return number_of(word); });
        }
        void line(std::string_view raw) {
            auto number = [this](std::string_view word) { return number_of(word); };
            if (sentences.append_plain(raw, ptb::is_dropped, number)) return;
            kept.clear();
            ptb::keep_words(raw, kept);
            words(kept);
        }
    };
    auto sinks = for_each_caption(std::move(captions), tokenization, jobs, [&] { return Sink{&known, {}, {}, {}}; });
    std::vector<const Sentences *> parts;
    std::vector<std::vector<WordId>> numbers; // of each part's own words in the whole
    for (const Sink &sink : sinks) {
        parts.push_back(&sink.sentences);
        numbers.emplace_back(sink.vocabulary.size() + 1);
        for (WordId id = 1; id <= sink.vocabulary.size(); ++id)
            numbers.back()[id] = known.size() + added.add(sink.vocabulary.word(id));
    }
    return Sentences::joined(parts, [&](std::size_t part, WordId id) {
        return id <= known.size() ? id : numbers[part][id - known.size()];
    });
}

} // namespace cutline
