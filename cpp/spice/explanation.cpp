#include "explanation.hpp"

#include "entries.hpp"

namespace cutline::spice {
namespace {

ExplainedTuple explained(const Entry &entry, long matches) {
    ExplainedTuple tuple{{}, matches};
    for (std::size_t i = 0; i < entry.size; ++i) {
        std::string joined;
        for (const std::string &word : entry.parts[i]->words) joined.append(joined.empty() ? "" : "/").append(word);
        tuple.parts.push_back(std::move(joined));
    }
    return tuple;
}

} // namespace

Explanation explain(const scene::Scenes &references, std::size_t first, std::size_t last, const scene::Scenes &candidates,
                    std::size_t candidate, const meteor::Synonyms &synonyms) {
    SceneGraph said = graph_of(candidates, candidate, candidate + 1, synonyms), wanted = graph_of(references, first, last, synonyms);
    std::vector<Entry> wanted_entries = entries_of(wanted);
    std::vector<long> matches(wanted_entries.size());
    Explanation explanation;
    for (const Entry &entry : entries_of(said)) {
        long found = -1;
        for (std::size_t i = 0; i < wanted_entries.size(); ++i) {
            if (!match(entry, wanted_entries[i])) continue;
            ++matches[i];
            if (found < 0) found = static_cast<long>(i);
        }
        explanation.candidate.push_back(explained(entry, found));
    }
    for (std::size_t i = 0; i < wanted_entries.size(); ++i) explanation.references.push_back(explained(wanted_entries[i], matches[i]));
    return explanation;
}

} // namespace cutline::spice
