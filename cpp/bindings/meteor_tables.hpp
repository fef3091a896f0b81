// METEOR's word lists as Python holds them; SPICE looks up synonyms in the same ones.
#pragma once

#include <memory>

#include "../meteor/tables.hpp"
#include "common.hpp"

namespace cutline::bindings {

// METEOR's tables in a buffer that stays open as long as they do.
struct MeteorTables {
    explicit MeteorTables(nb::handle source) : buffer(source), tables(buffer.bytes()) {}
    Buffer buffer;
    meteor::Tables tables;
};

// The tables alone, which keep the buffer open too.
inline std::shared_ptr<const meteor::Tables> tables_of(const std::shared_ptr<MeteorTables> &held) {
    return {held, &held->tables};
}

} // namespace cutline::bindings
