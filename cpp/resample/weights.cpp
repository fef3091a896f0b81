#include "weights.hpp"

#include <algorithm>
#include <vector>

#include "../parallel.hpp"
#include "random.hpp"

namespace cutline::resample {
namespace {

// Calls fill(random, row) for each row, rows shared out among threads.
template <class Fill>
void fill_rows(uint64_t seed, uint64_t first, std::size_t count, std::size_t images, std::size_t jobs, double *rows, Fill fill) {
    std::size_t parts = std::max<std::size_t>(1, std::min(jobs, count));
    run_parts(parts, [&](std::size_t part) {
        for (std::size_t row = count * part / parts; row < count * (part + 1) / parts; ++row) {
            Random random(seed, first + row);
            fill(random, rows + row * images);
        }
    });
}

} // namespace

void bootstrap_weights(uint64_t seed, uint64_t first, std::size_t count, std::size_t images, std::size_t jobs, double *rows) {
    if (!images) return;
    fill_rows(seed, first, count, images, jobs, rows, [&](Random &random, double *row) {
        // Small counters stay in the nearest cache.
        std::vector<uint32_t> drawn(images);
        Below below(random, static_cast<uint32_t>(images));
        for (std::size_t draw = 0; draw < images; ++draw) ++drawn[below.next()];
        std::copy(drawn.begin(), drawn.end(), row);
    });
}

void swap_weights(uint64_t seed, uint64_t first, std::size_t count, std::size_t images, std::size_t jobs, double *rows) {
    fill_rows(seed, first, count, images, jobs, rows, [&](Random &random, double *row) {
        for (std::size_t image = 0; image < images; image += 64) {
            uint64_t bits = random.next();
            std::size_t end = std::min<std::size_t>(64, images - image);
            for (std::size_t bit = 0; bit < end; ++bit) row[image + bit] = static_cast<double>((bits >> bit) & 1);
        }
    });
}

} // namespace cutline::resample
