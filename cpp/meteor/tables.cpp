#include "tables.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace cutline::meteor {
namespace {

class Sections {
  public:
    explicit Sections(std::string_view file) : file_(file) {
        uint64_t head[2];
        if (file.size() < sizeof head) throw std::invalid_argument("too short for METEOR's tables");
        std::memcpy(head, file.data(), sizeof head);
        if (head[0] != kMagic || head[1] != kSections) throw std::invalid_argument("not METEOR's tables, or of another version");
    }

    template <class Item> View<Item> view(std::size_t section) const {
        uint64_t place[2]; // offset and bytes
        std::memcpy(place, file_.data() + 16 * (section + 1), sizeof place);
        if (place[0] > file_.size() || place[1] > file_.size() - place[0]) throw std::invalid_argument("METEOR's tables are cut off");
        return {reinterpret_cast<const Item *>(file_.data() + place[0]), static_cast<std::size_t>(place[1]) / sizeof(Item)};
    }

    std::string_view text(std::size_t section) const {
        View<char> bytes = view<char>(section);
        return {bytes.data, bytes.size};
    }

    PackedStrings strings(std::size_t section) const {
        return {view<uint32_t>(section), view<uint32_t>(section + 1), view<char>(section + 2)};
    }

  private:
    std::string_view file_;
};

} // namespace

Tables::Tables(std::string_view file) {
    Sections sections(file);
    std::string_view list = sections.text(kFunctionWords);
    while (!list.empty()) {
        std::size_t end = std::min(list.find('\n'), list.size());
        function_words_.emplace(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    prefixes_ = read_prefixes(sections.text(kPrefixes));
    synonyms_ = Synonyms(sections.strings(kSynsetWords), sections.view<uint32_t>(kSynsetFirst),
                         sections.view<uint32_t>(kSynsets), sections.strings(kSynsetForms),
                         sections.view<uint32_t>(kFormFirst), sections.view<uint32_t>(kFormSynsets));
    paraphrases_ = Paraphrases(sections.strings(kPhraseWords), sections.view<uint32_t>(kFirstChild),
                               sections.view<uint16_t>(kNodeWord), sections.view<uint32_t>(kListFirst),
                               sections.view<uint8_t>(kLists));
}

uint32_t Paraphrases::child(uint32_t node, uint32_t word) const {
    const uint16_t *end = node_word_.data + first_child_[node + 1];
    const uint16_t *found = std::lower_bound(node_word_.data + first_child_[node], end, word);
    return found != end && *found == word ? static_cast<uint32_t>(found - node_word_.data) : kRoot;
}

View<uint32_t> Synonyms::own(std::string_view word) const {
    uint32_t number = words_.find(word);
    if (number == PackedStrings::kNone) return {};
    return {synsets_.data + first_[number], first_[number + 1] - first_[number]};
}

Synsets Synonyms::of(std::string_view word) const {
    uint32_t form = forms_.find(word);
    if (form == PackedStrings::kNone) return {own(word), own(base_form(word, *this))};
    return {own(word), {form_synsets_.data + form_first_[form], form_first_[form + 1] - form_first_[form]}};
}

std::string base_form(std::string_view word, const Synonyms &synonyms) {
    // As WordNet's morphy, for nouns, verbs and adjectives in turn; some rules are therefore there twice. Words in -ful
    // have a rule of their own there, but none of these endings fits them.
    static constexpr std::string_view endings[][2] = {
        {"s", ""},  {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"},
        {"ies", "y"}, {"s", ""},  {"ies", "y"}, {"es", "e"},  {"es", ""},     {"ed", "e"},    {"ed", ""},
        {"ing", "e"}, {"ing", ""}, {"er", ""},  {"est", ""},  {"er", "e"},    {"est", "e"}};
    auto ends_in = [&](std::string_view ending) {
        return word.size() >= ending.size() && word.substr(word.size() - ending.size()) == ending;
    };
    if (ends_in("ss") || word.size() <= 2) return std::string(word);
    std::string base;
    for (const auto &[ending, instead] : endings) {
        if (!ends_in(ending)) continue;
        base.assign(word.substr(0, word.size() - ending.size())).append(instead);
        if (synonyms.has(base)) return base;
    }
    return "";
}

} // namespace cutline::meteor
