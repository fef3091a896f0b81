#include "sentences.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "../ptb/lexer.hpp"

namespace cutline::parse {
namespace {

// A dot, or any run of exclamation and question marks, ends a sentence; each further dot is one of its own.
bool ends_sentence(std::string_view token) {
    if (token == ".") return true;
    return !token.empty() && token.find_first_not_of("!?") == std::string_view::npos;
}

// A quote or bracket that closes right after the end belongs to the sentence before.
bool follows_end(std::string_view token) {
    return token == "''" || token == "'" || token == "\"" || token == "-RRB-" || token == "-RCB-" || token == "-RSB-";
}

class Collector {
  public:
    explicit Collector(TokenizedCaptions &out) : out_(out) {}

    void add_caption(std::string_view caption) {
        lexed_.clear();
        ptb::Text text{std::string(caption)};
        text.lex(0, text.size(), lexed_, ptb::Case::kept);
        sentence_start_ = out_.tokens.size();
        bool is_ended = false;
        for (std::size_t at = 0; at < lexed_.size();) {
            std::size_t end = std::min(lexed_.find_first_of(" \n", at), lexed_.size());
            if (end > at) add_token(std::string_view(lexed_).substr(at, end - at), is_ended);
            at = end + 1;
        }
        close_sentence();
        out_.caption_ends.push_back(static_cast<uint32_t>(out_.sentence_ends.size()));
    }

  private:
    void add_token(std::string_view token, bool &is_ended) {
        if (out_.tokens.size() - sentence_start_ == kLongestSentence || (is_ended && !follows_end(token))) {
            close_sentence();
            is_ended = false;
        }
        out_.tokens.emplace_back(token);
        is_ended = is_ended || ends_sentence(token);
    }

    void close_sentence() {
        if (out_.tokens.size() == sentence_start_) return;
        sentence_start_ = out_.tokens.size();
        out_.sentence_ends.push_back(static_cast<uint32_t>(sentence_start_));
    }

    TokenizedCaptions &out_;
    std::string lexed_;
    std::size_t sentence_start_ = 0;
};

void append(TokenizedCaptions &whole, TokenizedCaptions &part) {
    auto tokens = static_cast<uint32_t>(whole.tokens.size()), sentences = static_cast<uint32_t>(whole.sentence_ends.size());
    std::move(part.tokens.begin(), part.tokens.end(), std::back_inserter(whole.tokens));
    for (uint32_t end : part.sentence_ends) whole.sentence_ends.push_back(tokens + end);
    for (uint32_t end : part.caption_ends) whole.caption_ends.push_back(sentences + end);
}

} // namespace

TokenizedCaptions tokenize_alone(const Texts &captions, std::size_t jobs) {
    std::size_t parts = std::max<std::size_t>(1, std::min(jobs, captions.count() / 512));
    std::vector<TokenizedCaptions> made(parts);
    run_parts(parts, [&](std::size_t part) {
        Collector collector(made[part]);
        std::size_t end = captions.count() * (part + 1) / parts;
        for (std::size_t i = captions.count() * part / parts; i < end; ++i) collector.add_caption(captions[i]);
    });
    for (std::size_t part = 1; part < parts; ++part) append(made[0], made[part]);
    return std::move(made[0]);
}

} // namespace cutline::parse
