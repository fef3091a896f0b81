// Document frequencies of many parts, put together by keys.
#include <cstring>
#include <memory>
#include <vector>

#include <nanobind/stl/shared_ptr.h>

#include "../metrics/ngram_keys.hpp"
#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

static_assert(sizeof(Key) == 16);
using Keys = nb::ndarray<nb::numpy, uint64_t, nb::ndim<2>>;
using Counts = nb::ndarray<nb::numpy, uint32_t, nb::ndim<1>>;
using ReadKeys = nb::ndarray<const uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

const Key *keys_of(const ReadKeys &keys) { return reinterpret_cast<const Key *>(keys.data()); }

template <class Value> Value *new_array(std::size_t count, nb::capsule &owner) {
    Value *data = new Value[count ? count : 1]();
    owner = nb::capsule(data, [](void *pointer) noexcept { delete[] static_cast<Value *>(pointer); });
    return data;
}

// Keys as rows of two numbers, and their counts.
nb::tuple as_arrays(const std::vector<KeyCount> &found) {
    nb::capsule keys_owner, counts_owner;
    uint64_t *keys = new_array<uint64_t>(2 * found.size(), keys_owner);
    uint32_t *counts = new_array<uint32_t>(found.size(), counts_owner);
    for (std::size_t i = 0; i < found.size(); ++i) {
        std::memcpy(keys + 2 * i, &found[i].key, sizeof(Key));
        counts[i] = found[i].count;
    }
    return nb::make_tuple(Keys(keys, {found.size(), 2}, keys_owner), Counts(counts, {found.size()}, counts_owner));
}

Keys text_keys(nb::handle texts) {
    nb::capsule owner;
    std::size_t count = 0, next = 0;
    for_each_item(texts, [&](nb::handle) { ++count; });
    uint64_t *keys = new_array<uint64_t>(2 * count, owner);
    for_each_item(texts, [&](nb::handle text) {
        Key key = key_of(utf8_of(text));
        std::memcpy(keys + 2 * next++, &key, sizeof(Key));
    });
    return Keys(keys, {count, 2}, owner);
}

nb::tuple frequency_keys(const Frequencies &frequencies) {
    std::vector<KeyCount> found;
    {
        nb::gil_scoped_release unlocked;
        found = key_counts(frequencies);
    }
    return as_arrays(found);
}

nb::tuple summed_counts(const ReadKeys &keys, const ReadIndices &counts) {
    if (keys.shape(0) != counts.shape(0)) throw nb::value_error("as many counts as keys are needed");
    std::vector<KeyCount> found(counts.shape(0));
    {
        nb::gil_scoped_release unlocked;
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = {keys_of(keys)[i], counts.data()[i]};
        sum_by_key(found);
    }
    return as_arrays(found);
}

Counts found_counts(const ReadKeys &table, const ReadIndices &table_counts, const ReadKeys &keys) {
    if (table.shape(0) != table_counts.shape(0)) throw nb::value_error("as many counts as keys are needed");
    nb::capsule owner;
    std::size_t wanted = keys.shape(0);
    uint32_t *counts = new_array<uint32_t>(wanted, owner);
    {
        nb::gil_scoped_release unlocked;
        find_counts(keys_of(table), table_counts.data(), table.shape(0), keys_of(keys), wanted, counts);
    }
    return Counts(counts, {wanted}, owner);
}

// The same n-grams with other counts, given in the order of frequency_keys.
std::shared_ptr<Frequencies> recounted(const Frequencies &frequencies, const ReadIndices &counts, double images) {
    if (counts.shape(0) != frequencies.size()) throw nb::value_error("as many counts as n-grams are needed");
    nb::gil_scoped_release unlocked;
    auto result = std::make_shared<Frequencies>(frequencies);
    result->recount(counts.data(), images);
    return result;
}

} // namespace

void register_keys(nb::module_ &module) {
    module.def("text_keys", &text_keys, "texts"_a);
    module.def("frequency_keys", &frequency_keys, "frequencies"_a);
    module.def("summed_counts", &summed_counts, "keys"_a, "counts"_a);
    module.def("found_counts", &found_counts, "table"_a, "table_counts"_a, "keys"_a);
    module.def("recounted", &recounted, "frequencies"_a, "counts"_a, "images"_a);
}

} // namespace cutline::bindings
