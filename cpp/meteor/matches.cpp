#include "matches.hpp"

#include <algorithm>
#include <map>

namespace cutline::meteor {

UsedParaphrases::UsedParaphrases(const Paraphrases &table, const std::vector<bool> &is_used)
    // calloc leaves pages that are never touched unwritten, and most are not.
    : table_(table), is_used_(is_used),
      known_(static_cast<uint32_t *>(std::calloc(table.nodes() + 1, sizeof(uint32_t))), &std::free) {
    if (!known_) throw std::bad_alloc();
}

UsedParaphrases::List UsedParaphrases::list(uint32_t node) {
    if (known_[node]) return lists_[known_[node] - 1];
    List list{static_cast<uint32_t>(entries_.size()), 0};
    table_.for_each(node, [&](const uint32_t *words, unsigned count) {
        uint64_t mask = 0;
        for (unsigned i = 0; i < count; ++i) {
            if (!is_used_[words[i]]) return;
            mask |= bit_of(words[i]);
        }
        entries_.push_back({mask, static_cast<uint32_t>(words_.size()), count});
        words_.insert(words_.end(), words, words + count);
    });
    list.end = static_cast<uint32_t>(entries_.size());
    lists_.push_back(list);
    known_[node] = static_cast<uint32_t>(lists_.size());
    return list;
}

void Line::clear() {
    words.clear();
    hashes.clear();
    stems.clear();
    phrase_words.clear();
    phrases.clear();
    phrase_mask = 0;
}

void Line::add(const Word &word) {
    words.push_back(&word);
    hashes.push_back(word.hash);
    stems.push_back(word.stem);
    phrase_words.push_back(word.phrase_word);
    if (word.phrase_word != kNoPhraseWord) phrase_mask |= UsedParaphrases::bit_of(word.phrase_word);
}

void Line::find_phrases(UsedParaphrases &paraphrases) {
    const Paraphrases &table = paraphrases.table();
    for (uint32_t start = 0; start < size(); ++start) {
        uint32_t node = words[start]->first_node;
        for (uint32_t length = 1; node != Paraphrases::kRoot; ++length) {
            if (table.has_list(node)) {
                auto list = paraphrases.list(node);
                if (list.first != list.end) phrases.push_back({start, length, list});
            }
            if (start + length == size() || phrase_words[start + length] == kNoPhraseWord) break;
            node = table.child(node, phrase_words[start + length]);
        }
    }
}

std::size_t SynonymIndex::slot_of(uint32_t synset) const {
    std::size_t mask = slots_.size() - 1, slot = (synset * 0x9E3779B9u >> 8) & mask;
    while (slots_[slot].words && slots_[slot].synset != synset) slot = (slot + 1) & mask;
    return slot;
}

void SynonymIndex::set(const Line &candidate) {
    for (std::size_t slot : taken_) slots_[slot].words = 0;
    taken_.clear();
    std::size_t count = 0;
    for (const Word *word : candidate.words) count += word->synsets.own.size + word->synsets.of_base.size;
    if (count * 2 > slots_.size()) {
        std::size_t size = slots_.size();
        while (size < count * 2) size *= 2;
        slots_.assign(size, Slot{0, 0});
    }
    for (std::size_t i = 0; i < candidate.size(); ++i) {
        auto add = [&](uint32_t synset) {
            std::size_t slot = slot_of(synset);
            if (!slots_[slot].words) taken_.push_back(slot);
            slots_[slot] = {synset, slots_[slot].words | uint64_t{1} << i};
        };
        for (uint32_t synset : candidate.words[i]->synsets.own) add(synset);
        for (uint32_t synset : candidate.words[i]->synsets.of_base) add(synset);
    }
}

uint64_t SynonymIndex::words_like(const Word &word) const {
    uint64_t words = 0;
    for (uint32_t synset : word.synsets.own) words |= slots_[slot_of(synset)].words;
    for (uint32_t synset : word.synsets.of_base) words |= slots_[slot_of(synset)].words;
    return words;
}

void Matches::set(const Line &candidate) {
    candidate_ = &candidate;
    if (candidate.size() <= SynonymIndex::kLongest) synonyms_.set(candidate);
}

void Matches::find(const Line &reference, const UsedParaphrases &paraphrases) {
    bool are_equal = candidate_->hashes == reference.hashes; // then METEOR looks no further than exact matches
    matches_.clear();
    lists_.clear();
    find_alike(reference, paraphrases);
    candidate_cover_.assign(candidate_->size(), 0);
    reference_cover_.assign(reference.size(), 0);
    by_paraphrase_.clear();
    if (!are_equal) find_paraphrases(reference, paraphrases);
    auto next = by_paraphrase_.begin();
    for (uint32_t place = 0; place < reference.size(); ++place) {
        if (first_like(place) != place) {
            lists_.push_back(lists_[first_like(place)]);
        } else {
            std::size_t first = matches_.size();
            find_words(place, reference, are_equal);
            for (; next != by_paraphrase_.end() && next->place == place; ++next) matches_.push_back(next->match);
            lists_.push_back({first, matches_.size()});
        }
        for (const Match *match = begin(place); match != end(place); ++match) count_cover(place, *match);
    }
}

void Matches::find_alike(const Line &reference, const UsedParaphrases &paraphrases) {
    alike_.clear();
    if (reference.size() <= SynonymIndex::kLongest) return; // few words need little room
    uint32_t longest = 1;                                   // match, in words of the reference
    for (const Line::Phrase &phrase : reference.phrases) longest = std::max(longest, phrase.length);
    for (const Line::Phrase &phrase : candidate_->phrases)
        for (uint32_t i = phrase.paraphrases.first; i < phrase.paraphrases.end; ++i)
            longest = std::max(longest, paraphrases.entry(i).length);
    std::map<std::vector<const Word *>, uint32_t> first;
    for (uint32_t place = 0; place < reference.size(); ++place) {
        auto begin = reference.words.begin() + place;
        auto end = reference.words.end() - begin > longest ? begin + longest : reference.words.end();
        alike_.push_back(first.try_emplace({begin, end}, place).first->second);
    }
}

void Matches::find_words(uint32_t place, const Line &reference, bool exact_only) {
    uint32_t hash = reference.hashes[place], stem = reference.stems[place], count = static_cast<uint32_t>(candidate_->size());
    for (uint32_t i = 0; i < count; ++i)
        if (candidate_->hashes[i] == hash) matches_.push_back({i, 1, 1, kExact});
    if (exact_only) return;
    for (uint32_t i = 0; i < count; ++i)
        if (candidate_->stems[i] == stem && candidate_->hashes[i] != hash) matches_.push_back({i, 1, 1, kStem});
    find_synonyms(*reference.words[place]);
}

void Matches::find_synonyms(const Word &word) {
    auto put_if_other = [&](uint32_t i) {
        if (candidate_->hashes[i] != word.hash) matches_.push_back({i, 1, 1, kSynonym});
    };
    if (candidate_->size() <= SynonymIndex::kLongest) {
        for (uint64_t words = synonyms_.words_like(word); words; words &= words - 1)
            put_if_other(static_cast<uint32_t>(__builtin_ctzll(words)));
        return;
    }
    for (uint32_t i = 0; i < candidate_->size(); ++i)
        if (have_common_synset(*candidate_->words[i], word)) put_if_other(i);
}

void Matches::find_paraphrases(const Line &reference, const UsedParaphrases &paraphrases) {
    const Line &candidate = *candidate_;
    // Both directions in METEOR's order; a pair of phrases that the table has both ways is listed twice.
    auto for_each_found = [&](const Line &line, const Line &other, auto use) {
        for (const Line::Phrase &phrase : line.phrases)
            for (uint32_t i = phrase.paraphrases.first; i < phrase.paraphrases.end; ++i) {
                const UsedParaphrases::Entry &entry = paraphrases.entry(i);
                if (entry.mask & ~other.phrase_mask) continue;
                other.for_each_place(paraphrases.words() + entry.first, entry.length,
                                     [&](uint32_t place) { use(phrase, place, entry.length); });
            }
    };
    for_each_found(reference, candidate, [&](const Line::Phrase &phrase, uint32_t start, uint32_t length) {
        if (first_like(phrase.start) != phrase.start) return;
        by_paraphrase_.push_back({phrase.start, {start, static_cast<uint8_t>(length), static_cast<uint8_t>(phrase.length), kParaphrase}});
    });
    for_each_found(candidate, reference, [&](const Line::Phrase &phrase, uint32_t place, uint32_t length) {
        if (first_like(place) != place) return;
        by_paraphrase_.push_back({place, {phrase.start, static_cast<uint8_t>(phrase.length), static_cast<uint8_t>(length), kParaphrase}});
    });
    std::stable_sort(by_paraphrase_.begin(), by_paraphrase_.end(),
                     [](const Placed &a, const Placed &b) { return a.place < b.place; });
}

void Matches::count_cover(std::size_t place, const Match &match) {
    for (unsigned i = 0; i < match.candidate_length; ++i) ++candidate_cover_[match.start + i];
    for (unsigned i = 0; i < match.reference_length; ++i) ++reference_cover_[place + i];
}

bool Matches::is_alone(std::size_t place) const {
    if (end(place) - begin(place) != 1) return false;
    const Match &match = *begin(place);
    for (unsigned i = 0; i < match.candidate_length; ++i)
        if (candidate_cover_[match.start + i] != 1) return false;
    for (unsigned i = 0; i < match.reference_length; ++i)
        if (reference_cover_[place + i] != 1) return false;
    return true;
}

} // namespace cutline::meteor
