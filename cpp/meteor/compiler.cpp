#include "compiler.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>

#include "tables.hpp"

namespace cutline::meteor {
namespace {

constexpr std::size_t kMostWords = 0xFFFF;      // different ones, so that a number fits into 16 bits
constexpr std::size_t kLongestPhrase = 0xFF;    // so that a length fits into a byte

// Calls use(word) for each word between spaces.
template <class Use> void for_each_word(std::string_view line, Use use) {
    auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    for (std::size_t at = 0; at < line.size();) {
        std::size_t start = at;
        while (at < line.size() && !is_space(line[at])) ++at;
        if (at > start) use(line.substr(start, at - start));
        ++at;
    }
}

// Lines of a text that come in pairs: a key, and words that belong to it.
template <class Use> void for_each_pair(std::string_view text, const char *name, Use use) {
    auto next_line = [&] {
        std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        return line.substr(0, line.find_last_not_of('\r') + 1);
    };
    while (!text.empty()) {
        std::string_view key = next_line();
        if (text.empty()) throw std::invalid_argument(std::string(name) + ": its lines do not come in pairs");
        use(key, next_line());
    }
}

using Sets = std::map<std::string, std::set<uint32_t>, std::less<>>;

Sets read_synsets(std::string_view text) {
    Sets synsets;
    for_each_pair(text, "synsets", [&](std::string_view word, std::string_view numbers) {
        std::set<uint32_t> &of_word = synsets[std::string(word)];
        for_each_word(numbers, [&](std::string_view number) {
            uint32_t value = 0;
            for (char digit : number) {
                if (digit < '0' || digit > '9' || number.size() > 9)
                    throw std::invalid_argument("synsets: expected numbers after " + std::string(word) + ", found " + std::string(number));
                value = value * 10 + static_cast<uint32_t>(digit - '0');
            }
            of_word.insert(value);
        });
    });
    if (synsets.empty()) throw std::invalid_argument("synsets: the list is empty");
    return synsets;
}

// Synsets of irregular forms: those of all the words that each is a form of.
Sets read_exceptions(std::string_view text, const Sets &synsets) {
    Sets forms;
    for_each_pair(text, "exceptions", [&](std::string_view base, std::string_view its_forms) {
        auto found = synsets.find(base);
        for_each_word(its_forms, [&](std::string_view form) {
            std::set<uint32_t> &of_form = forms[std::string(form)];
            if (found != synsets.end()) of_form.insert(found->second.begin(), found->second.end());
        });
    });
    return forms;
}

void append_varint(std::vector<uint8_t> &out, uint32_t value) {
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<uint8_t>(value | 0x80));
    out.push_back(static_cast<uint8_t>(value));
}

// The tree of phrases in order of breadth: children of a node lie side by side and their words ascend.
class Tree {
  public:
    std::vector<uint32_t> first_child;
    std::vector<uint16_t> node_word;
    std::vector<uint32_t> phrase_at; // of each node, kNone where no phrase ends
    static constexpr uint32_t kNone = 0xFFFFFFFFu;

    // word_at(k, depth): the word of the k-th phrase in sorted order, or -1 past its end.
    template <class WordAt> Tree(std::size_t phrases, WordAt word_at) {
        struct Range {
            std::size_t begin, end, depth;
        };
        std::vector<Range> level{{0, phrases, 0}};
        node_word.push_back(0);
        phrase_at.push_back(kNone);
        for (std::size_t node = 0; node < level.size(); ++node) {
            auto [begin, end, depth] = level[node];
            first_child.push_back(static_cast<uint32_t>(level.size()));
            for (std::size_t k = begin; k < end;) {
                int word = word_at(k, depth);
                if (word < 0) {
                    if (phrase_at[node] != kNone) throw std::invalid_argument("paraphrases: lines of one phrase do not stand together");
                    phrase_at[node] = static_cast<uint32_t>(k++);
                    continue;
                }
                std::size_t after = k;
                while (after < end && word_at(after, depth) == word) ++after;
                level.push_back({k, after, depth + 1});
                node_word.push_back(static_cast<uint16_t>(word));
                phrase_at.push_back(kNone);
                k = after;
            }
        }
        first_child.push_back(static_cast<uint32_t>(level.size()));
    }
};

} // namespace

// The file, section by section.
class Compiler::Writer {
  public:
    Writer() : file_(16 * (kSections + 1), '\0') {
        uint64_t head[2] = {kMagic, kSections};
        std::memcpy(file_.data(), head, sizeof head);
    }

    void put(std::size_t section, const void *data, std::size_t bytes) {
        file_.resize((file_.size() + 63) / 64 * 64); // a cache line, so that every type lies well
        uint64_t place[2] = {file_.size(), bytes};
        std::memcpy(file_.data() + 16 * (section + 1), place, sizeof place);
        file_.append(static_cast<const char *>(data), bytes);
    }

    template <class Items> void put(std::size_t section, const Items &items) {
        put(section, items.data(), items.size() * sizeof(*items.data()));
    }

    template <class Strings> void put_strings(std::size_t section, const Strings &strings) {
        StringPacker packer(strings);
        put(section, packer.slots);
        put(section + 1, packer.ends);
        put(section + 2, packer.bytes);
    }

    void put_sets(std::size_t strings_section, std::size_t first_section, std::size_t numbers_section, const Sets &sets) {
        std::vector<std::string_view> words;
        std::vector<uint32_t> first{0}, numbers;
        for (const auto &[word, of_word] : sets) {
            words.push_back(word);
            numbers.insert(numbers.end(), of_word.begin(), of_word.end());
            first.push_back(static_cast<uint32_t>(numbers.size()));
        }
        put_strings(strings_section, words);
        put(first_section, first);
        put(numbers_section, numbers);
    }

    std::string take() { return std::move(file_); }

  private:
    std::string file_;
};

void Compiler::add_paraphrases(std::string_view piece) {
    for (std::size_t end; (end = piece.find('\n')) != std::string_view::npos; piece.remove_prefix(end + 1)) {
        if (rest_.empty()) {
            add_line(piece.substr(0, end));
        } else {
            rest_ += piece.substr(0, end);
            add_line(rest_);
            rest_.clear();
        }
    }
    rest_ += piece;
}

void Compiler::read_words(std::string_view line) {
    numbers_.clear();
    for_each_word(line, [&](std::string_view word) { numbers_.push_back(vocabulary_.add(word) - 1); });
    auto where = [&] { return "paraphrases, line " + std::to_string(lines_) + ": "; };
    if (numbers_.empty()) throw std::invalid_argument(where() + "expected a phrase, found nothing");
    if (numbers_.size() > kLongestPhrase) throw std::invalid_argument(where() + "a phrase of more than 255 words");
    if (vocabulary_.size() > kMostWords) throw std::invalid_argument(where() + "more than 65,535 different words");
}

void Compiler::add_line(std::string_view line) {
    auto append_to = [&](Phrases &phrases) {
        phrases.words.insert(phrases.words.end(), numbers_.begin(), numbers_.end());
        phrases.ends.push_back(static_cast<uint32_t>(phrases.words.size()));
    };
    switch (lines_++ % 3) {
    case 0: break; // the probability
    case 1:
        if (line == last_ && phrases_.count()) break;
        last_ = line;
        read_words(line);
        append_to(phrases_);
        first_paraphrase_.push_back(static_cast<uint32_t>(paraphrases_.count()));
        break;
    case 2:
        read_words(line);
        append_to(paraphrases_);
        break;
    }
}

std::string Compiler::finish(std::string_view function_words, std::string_view prefixes, std::string_view synsets,
                             std::string_view exceptions) {
    if (!rest_.empty()) add_paraphrases("\n");
    if (lines_ == 0 || lines_ % 3) throw std::invalid_argument("paraphrases: its " + std::to_string(lines_) + " lines do not come in threes");
    first_paraphrase_.push_back(static_cast<uint32_t>(paraphrases_.count()));
    Writer writer;
    writer.put(kFunctionWords, function_words);
    writer.put(kPrefixes, prefixes);
    Sets synsets_by_word = read_synsets(synsets);
    writer.put_sets(kSynsetWords, kSynsetFirst, kSynsets, synsets_by_word);
    writer.put_sets(kSynsetForms, kFormFirst, kFormSynsets, read_exceptions(exceptions, synsets_by_word));
    std::vector<uint32_t> by_use = words_by_use(), rank(by_use.size());
    std::vector<std::string_view> words;
    for (uint32_t place = 0; place < by_use.size(); ++place) {
        rank[by_use[place]] = place;
        words.push_back(vocabulary_.word(by_use[place] + 1));
    }
    writer.put_strings(kPhraseWords, words);
    put_phrases(rank, writer);
    return writer.take();
}

// Frequent words first: their numbers are small, and take one byte in the lists.
std::vector<uint32_t> Compiler::words_by_use() const {
    std::vector<uint32_t> uses(vocabulary_.size()), by_use(vocabulary_.size());
    for (uint16_t word : paraphrases_.words) ++uses[word];
    std::iota(by_use.begin(), by_use.end(), 0);
    std::stable_sort(by_use.begin(), by_use.end(), [&](uint32_t a, uint32_t b) { return uses[a] > uses[b]; });
    return by_use;
}

void Compiler::put_phrases(const std::vector<uint32_t> &rank, Writer &writer) const {
    auto word_at = [&](std::size_t phrase, std::size_t depth) {
        std::size_t at = phrases_.first(phrase) + depth;
        return at < phrases_.ends[phrase] ? static_cast<int>(rank[phrases_.words[at]]) : -1;
    };
    std::vector<uint32_t> order(phrases_.count());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        for (std::size_t depth = 0;; ++depth) {
            int left = word_at(a, depth), right = word_at(b, depth);
            if (left != right || left < 0) return left < right;
        }
    });
    Tree tree(order.size(), [&](std::size_t k, std::size_t depth) { return word_at(order[k], depth); });
    std::vector<uint8_t> lists;
    std::vector<uint32_t> list_first;
    for (uint32_t k : tree.phrase_at) {
        list_first.push_back(static_cast<uint32_t>(lists.size()));
        if (k == Tree::kNone) continue;
        for (uint32_t i = first_paraphrase_[order[k]]; i < first_paraphrase_[order[k] + 1]; ++i) {
            std::size_t first = paraphrases_.first(i), end = paraphrases_.ends[i];
            lists.push_back(static_cast<uint8_t>(end - first));
            for (std::size_t at = first; at < end; ++at) append_varint(lists, rank[paraphrases_.words[at]]);
        }
    }
    list_first.push_back(static_cast<uint32_t>(lists.size()));
    writer.put(kFirstChild, tree.first_child);
    writer.put(kNodeWord, tree.node_word);
    writer.put(kListFirst, list_first);
    writer.put(kLists, lists);
}

} // namespace cutline::meteor
