#include "encode.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "../ptb/captions.hpp"

namespace cutline {
namespace {

// As the official program prepares its input: line feeds inside a caption become spaces, captions are joined by
// line feeds. Other line ends stay, and tear a caption in two: all later captions then move on by one.
std::string joined(const Texts &captions) {
    std::string result;
    result.reserve(captions.bytes.size() + captions.count());
    for (std::size_t i = 0; i < captions.count(); ++i) {
        if (i) result += '\n';
        std::size_t start = result.size();
        result += captions[i];
        std::replace(result.begin() + static_cast<std::ptrdiff_t>(start), result.end(), '\n', ' ');
    }
    return result;
}

// Calls make(part) once a part to get a sink, then sink(words) for each of that part's captions in order.
// Returns the sinks, in order; together they have had exactly one call a caption.
template <class MakeSink>
auto for_each_caption(const Texts &captions, Tokenization tokenization, std::size_t jobs, MakeSink make_sink) {
    using Sink = decltype(make_sink());
    std::vector<Sink> sinks;
    if (tokenization == Tokenization::joined && captions.count()) {
        std::vector<std::string> pieces = ptb::lex_lines(ptb::Text(joined(captions)), jobs);
        for (std::size_t part = 0; part < pieces.size(); ++part) sinks.push_back(make_sink());
        run_parts(pieces.size(), [&](std::size_t part) {
            std::string words;
            ptb::for_each_line(pieces[part], part + 1 == pieces.size(), [&](std::string_view line) {
                words.clear();
                ptb::keep_words(line, words);
                sinks[part](words);
            });
            std::string().swap(pieces[part]);
        });
        return sinks;
    }
    std::size_t parts = std::max<std::size_t>(1, std::min(jobs, captions.count() / 512));
    for (std::size_t part = 0; part < parts; ++part) sinks.push_back(make_sink());
    run_parts(parts, [&](std::size_t part) {
        std::string raw, words;
        for (std::size_t i = captions.count() * part / parts; i < captions.count() * (part + 1) / parts; ++i) {
            if (tokenization == Tokenization::none) {
                sinks[part](captions[i]);
                continue;
            }
            raw.clear();
            words.clear();
            ptb::Text text{std::string(captions[i])};
            text.lex(0, text.size(), raw);
            ptb::for_each_line(raw, true, [&](std::string_view line) { ptb::keep_words(line, words); });
            sinks[part](words);
        }
    });
    return sinks;
}

} // namespace

Texts tokenize(const Texts &captions, Tokenization tokenization, std::size_t jobs) {
    struct Sink {
        Texts texts;
        void operator()(std::string_view words) { texts.append(words); }
    };
    Texts result;
    for (const Sink &sink : for_each_caption(captions, tokenization, jobs, [] { return Sink(); }))
        for (std::size_t i = 0; i < sink.texts.count() && result.count() < captions.count(); ++i)
            result.append(sink.texts[i]);
    return result;
}

Sentences encode(const Texts &captions, Tokenization tokenization, const Vocabulary &known, Vocabulary &added,
                 std::size_t jobs) {
    struct Sink {
        const Vocabulary *known;
        Vocabulary vocabulary; // of this part alone
        Sentences sentences;
        void operator()(std::string_view words) {
            sentences.append(words, [this](std::string_view word) {
                if (WordId id = known->find(word)) return id;
                return known->size() + vocabulary.add(word);
            });
        }
    };
    auto sinks = for_each_caption(captions, tokenization, jobs, [&] { return Sink{&known, {}, {}}; });
    Sentences result;
    std::size_t words = 0;
    for (const Sink &sink : sinks) words += sink.sentences.word_count();
    result.reserve(captions.count() + 1, words);
    for (Sink &sink : sinks) {
        std::vector<WordId> number(sink.vocabulary.size() + 1);
        for (WordId id = 1; id <= sink.vocabulary.size(); ++id)
            number[id] = known.size() + added.add(sink.vocabulary.word(id));
        result.append_all(sink.sentences, [&](WordId id) { return id <= known.size() ? id : number[id - known.size()]; });
        sink = Sink{&known, {}, {}};
    }
    return result;
}

} // namespace cutline
