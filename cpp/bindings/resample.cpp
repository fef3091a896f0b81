// Weights of bootstrap resamples and of swaps.
#include <cstdint>

#include "../resample/weights.hpp"
#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

// Written over for each block of resamples: a new array for each would cost as much as filling it.
using Rows = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Fill> void fill_rows(const Rows &rows, Fill fill) {
    if (rows.shape(1) > UINT32_MAX) throw nb::value_error("more images than 32 bits can number");
    double *data = rows.data();
    std::size_t count = rows.shape(0), images = rows.shape(1);
    nb::gil_scoped_release unlocked;
    fill(count, images, data);
}

void bootstrap_weights(uint64_t seed, uint64_t first, Rows rows, std::size_t jobs) {
    fill_rows(rows, [&](std::size_t count, std::size_t images, double *data) {
        resample::bootstrap_weights(seed, first, count, images, jobs, data);
    });
}

void swap_weights(uint64_t seed, uint64_t first, Rows rows, std::size_t jobs) {
    fill_rows(rows, [&](std::size_t count, std::size_t images, double *data) {
        resample::swap_weights(seed, first, count, images, jobs, data);
    });
}

} // namespace

void register_resample(nb::module_ &module) {
    module.def("bootstrap_weights", &bootstrap_weights, "seed"_a, "first"_a, "rows"_a, "jobs"_a);
    module.def("swap_weights", &swap_weights, "seed"_a, "first"_a, "rows"_a, "jobs"_a);
}

} // namespace cutline::bindings
