#include "statistics.hpp"

#include <algorithm>

#include "../parallel.hpp"
#include "entries.hpp"

namespace cutline::spice {
namespace {

void fill_row(const std::vector<Entry> &candidate, const std::vector<Entry> &references, double *row) {
    for (std::size_t category = 0; category < kCategories; ++category) {
        double found = 0, all = 0, wanted = 0;
        for (const Entry &entry : references) wanted += is_in(entry, category);
        for (const Entry &entry : candidate) {
            if (!is_in(entry, category)) continue;
            ++all;
            found += std::any_of(references.begin(), references.end(),
                                 [&](const Entry &other) { return is_in(other, category) && match(entry, other); });
        }
        row[3 * category] = found;
        row[3 * category + 1] = all - found;
        row[3 * category + 2] = wanted - found; // below 0 where several tuples match the same one
    }
}

} // namespace

void statistics(const scene::Scenes &references, const std::vector<std::size_t> &image_ends, const scene::Scenes &candidates,
                const std::vector<uint32_t> &images, const meteor::Synonyms &synonyms, std::size_t jobs, double *rows) {
    run_ranges(images.size(), jobs, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            SceneGraph candidate = graph_of(candidates, i, i + 1, synonyms);
            SceneGraph reference = graph_of(references, image_ends[images[i]], image_ends[images[i] + 1], synonyms);
            fill_row(entries_of(candidate), entries_of(reference), rows + i * kColumns);
        }
    });
}

} // namespace cutline::spice
