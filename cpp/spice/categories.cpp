#include "categories.hpp"

#include "../scene/strings.hpp"

namespace cutline::spice {
namespace {

constexpr std::string_view kNumbers[] = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};

constexpr std::string_view kColors[] = {"black", "brown", "blue",  "red",   "yellow", "pink",   "gray",   "grey",  "green",
                                        "dark",  "light", "white", "cream", "orange", "purple", "maroon", "beige", "violet"};

// What answers of the official program show to be sizes. Its own list is longer: rarer words are of no category here.
constexpr std::string_view kSizes[] = {
    "baby",    "big",        "compact", "curvy",  "enormous", "fat",   "giant", "gigantic", "great", "heavy",
    "huge",    "large",      "lean",    "little", "massive",  "mini",  "miniature", "narrow", "overweight", "short",
    "skinny",  "slender",    "small",   "tall",   "thick",    "thin",  "tiny",  "trim",     "vast",  "wide"};

} // namespace

Category category_of(std::string_view attribute) {
    if (scene::is_one_of(attribute, kColors)) return kColor;
    if (scene::is_one_of(attribute, kNumbers)) return kCardinality;
    if (scene::is_one_of(attribute, kSizes)) return kSize;
    return kCategories;
}

} // namespace cutline::spice
