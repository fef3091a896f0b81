// METEOR's word lists as they lie in a compiled file, which is mapped into memory and used in place.
//
// compiler.cpp writes the file. The bytes were checked against their checksum before they come here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "../text/packed_strings.hpp"
#include "normalise.hpp"

namespace cutline::meteor {

inline constexpr uint64_t kMagic = 0x315245544D4C5443u; // "CTLMTER1", and so an order of bytes

enum Section : std::size_t {
    kFunctionWords, // the text of the list
    kPrefixes,      // the text of the list
    kSynsetWords,   // three sections each: slots, ends, bytes
    kSynsetForms = kSynsetWords + 3,
    kPhraseWords = kSynsetForms + 3,
    kSynsetFirst = kPhraseWords + 3, // where each word's synsets begin in kSynsets
    kSynsets,
    kFormFirst, // the same for irregular forms
    kFormSynsets,
    kFirstChild, // phrases as a tree, in order of breadth: where each node's children begin,
    kNodeWord,   // the word that leads to a node, ascending among siblings,
    kListFirst,  // and where its paraphrases begin in kLists
    kLists,      // paraphrases in the order of the source: length, then words as varints
    kSections,
};

// Phrases that mean much the same.
class Paraphrases {
  public:
    static constexpr uint32_t kRoot = 0;

    Paraphrases() = default;
    Paraphrases(PackedStrings words, View<uint32_t> first_child, View<uint16_t> node_word, View<uint32_t> list_first,
                View<uint8_t> lists)
        : words_(words), first_child_(first_child), node_word_(node_word), list_first_(list_first), lists_(lists) {}

    const PackedStrings &words() const { return words_; }
    std::size_t nodes() const { return node_word_.size; }

    // The node that a word leads to, or kRoot where the tree ends.
    uint32_t child(uint32_t node, uint32_t word) const;

    bool has_list(uint32_t node) const { return list_first_[node] != list_first_[node + 1]; }

    // Calls use(words, count) for each paraphrase of the phrase that ends at a node, in the order of the source.
    template <class Use> void for_each(uint32_t node, Use use) const {
        uint32_t words[256];
        const uint8_t *at = lists_.data + list_first_[node], *end = lists_.data + list_first_[node + 1];
        while (at < end) {
            unsigned count = *at++;
            for (unsigned i = 0; i < count; ++i) {
                uint32_t word = 0;
                unsigned shift = 0;
                for (; *at & 0x80; shift += 7) word |= static_cast<uint32_t>(*at++ & 0x7F) << shift;
                words[i] = word | static_cast<uint32_t>(*at++) << shift;
            }
            use(words, count);
        }
    }

  private:
    PackedStrings words_;
    View<uint32_t> first_child_;
    View<uint16_t> node_word_;
    View<uint32_t> list_first_;
    View<uint8_t> lists_;
};

// The sets of synonyms that a word is in, as ascending numbers: its own, and those of what it is a form of.
struct Synsets {
    View<uint32_t> own, of_base;
};

// Sets of synonyms by word.
class Synonyms {
  public:
    Synonyms() = default;
    Synonyms(PackedStrings words, View<uint32_t> first, View<uint32_t> synsets, PackedStrings forms, View<uint32_t> form_first,
             View<uint32_t> form_synsets)
        : words_(words), forms_(forms), first_(first), synsets_(synsets), form_first_(form_first), form_synsets_(form_synsets) {}

    bool has(std::string_view word) const { return words_.find(word) != PackedStrings::kNone; }

    Synsets of(std::string_view word) const;

  private:
    View<uint32_t> own(std::string_view word) const;

    PackedStrings words_, forms_;
    View<uint32_t> first_, synsets_, form_first_, form_synsets_;
};

class Tables {
  public:
    // Throws std::invalid_argument for bytes that are no such file. The bytes must outlive the tables.
    explicit Tables(std::string_view file);

    const Prefixes &prefixes() const { return prefixes_; }
    const Synonyms &synonyms() const { return synonyms_; }
    const Paraphrases &paraphrases() const { return paraphrases_; }
    bool is_function_word(std::string_view word) const { return function_words_.count(std::string(word)) > 0; }

  private:
    std::unordered_set<std::string> function_words_;
    Prefixes prefixes_;
    Synonyms synonyms_;
    Paraphrases paraphrases_;
};

// The base form of a word by the rules for regular endings, or "" where none leads to a word of the table.
std::string base_form(std::string_view word, const Synonyms &synonyms);

} // namespace cutline::meteor
