// Which words of a candidate and a reference can be matched with each other, stage by stage.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "words.hpp"

namespace cutline::meteor {

enum Stage : uint8_t { kExact, kStem, kSynonym, kParaphrase, kStages };

// Words of a reference from a place that the list it is in gives, with words of the candidate.
struct Match {
    uint32_t start; // in the candidate
    uint8_t candidate_length, reference_length;
    Stage stage;
};

// The paraphrases that a corpus can use: of the table's, those all of whose words occur in it. Unpacked at first use,
// so each thread has its own.
class UsedParaphrases {
  public:
    // `is_used` says of each word number of the table whether it occurs.
    UsedParaphrases(const Paraphrases &table, const std::vector<bool> &is_used);

    struct Entry {
        uint64_t mask;  // a bit for each word: a line without one of these bits does not hold the paraphrase
        uint32_t first; // in words()
        uint32_t length;
    };
    struct List {
        uint32_t first, end; // entries
    };

    const Paraphrases &table() const { return table_; }
    List list(uint32_t node);
    const Entry &entry(uint32_t i) const { return entries_[i]; }
    const uint16_t *words() const { return words_.data(); }

    static uint64_t bit_of(uint32_t word) { return uint64_t{1} << (word * 0x9E3779B9u >> 26); }

  private:
    const Paraphrases &table_;
    const std::vector<bool> &is_used_;
    std::unique_ptr<uint32_t[], void (*)(void *)> known_; // by node: the place of its list and 1, or 0
    std::vector<List> lists_;
    std::vector<Entry> entries_;
    std::vector<uint16_t> words_;
};

// A caption, ready to be matched.
class Line {
  public:
    void clear();
    void add(const Word &word);
    void find_phrases(UsedParaphrases &paraphrases); // after the last word

    std::size_t size() const { return words.size(); }

    // Calls use(start) wherever these words of the paraphrase table stand in the line.
    template <class Use> void for_each_place(const uint16_t *phrase, uint32_t length, Use use) const {
        for (std::size_t start = 0; start + length <= size(); ++start) {
            uint32_t same = 0;
            while (same < length && phrase_words[start + same] == phrase[same]) ++same;
            if (same == length) use(static_cast<uint32_t>(start));
        }
    }

    struct Phrase {
        uint32_t start, length;
        UsedParaphrases::List paraphrases;
    };

    std::vector<const Word *> words;
    std::vector<uint32_t> hashes, stems, phrase_words;
    std::vector<Phrase> phrases; // by start, then by length
    uint64_t phrase_mask = 0;
};

// Which of a candidate's words are in each set of synonyms: a reference's words find their synonyms here at once, where
// comparing sets pair by pair would take most of METEOR's time.
class SynonymIndex {
  public:
    static constexpr std::size_t kLongest = 64; // words of a line

    void set(const Line &candidate);

    // A bit for each of the candidate's words that shares a set with this one.
    uint64_t words_like(const Word &word) const;

  private:
    struct Slot {
        uint32_t synset;
        uint64_t words; // 0 in a free slot
    };
    std::size_t slot_of(uint32_t synset) const;

    std::vector<Slot> slots_ = std::vector<Slot>(64); // a power of two of them
    std::vector<std::size_t> taken_;
};

// All matches of a candidate and a reference, by their place in the reference and then in METEOR's order.
class Matches {
  public:
    // The candidate for all that follows.
    void set(const Line &candidate);

    void find(const Line &reference, const UsedParaphrases &paraphrases);

    const Match *begin(std::size_t place) const { return matches_.data() + lists_[place].first; }
    const Match *end(std::size_t place) const { return matches_.data() + lists_[place].end; }
    const Match &operator[](std::size_t i) const { return matches_[i]; }
    uint32_t number(const Match *match) const { return static_cast<uint32_t>(match - matches_.data()); }

    // Whether a place's only match competes with no other for any word.
    bool is_alone(std::size_t place) const;

  private:
    struct Placed {
        uint32_t place;
        Match match;
    };

    struct List {
        std::size_t first, end; // of matches_
    };

    // A place with the same words as an earlier one, as far as any match reaches, has the same matches, which are kept
    // once: a caption that goes round in circles would else have millions.
    void find_alike(const Line &reference, const UsedParaphrases &paraphrases);
    uint32_t first_like(uint32_t place) const { return alike_.empty() ? place : alike_[place]; }

    void find_words(uint32_t place, const Line &reference, bool exact_only);
    void find_synonyms(const Word &word);
    void find_paraphrases(const Line &reference, const UsedParaphrases &paraphrases);
    void count_cover(std::size_t place, const Match &match);

    const Line *candidate_ = nullptr;
    SynonymIndex synonyms_;
    std::vector<Match> matches_;
    std::vector<List> lists_;     // by place
    std::vector<uint32_t> alike_; // by place: the first one like it; empty where all are taken to differ
    std::vector<Placed> by_paraphrase_; // those of the last stage, before they are sorted in
    std::vector<uint32_t> candidate_cover_, reference_cover_; // how many matches touch each word
};

} // namespace cutline::meteor
