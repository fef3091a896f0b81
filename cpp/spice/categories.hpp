// Kinds of tuples that are scored by themselves.
#pragma once

#include <string_view>

namespace cutline::spice {

enum Category : std::size_t { kAll, kObject, kAttribute, kRelation, kColor, kCardinality, kSize, kCategories };

// kColor, kCardinality or kSize for a word that names one; kCategories for any other.
Category category_of(std::string_view attribute);

} // namespace cutline::spice
