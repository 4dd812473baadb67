// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <variant>

#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/c_text.h"

namespace bitbasin {

// Whether any part of the maps makes `test` true.
template <class Test>
bool any_part(std::span<const FeatureMap* const> maps, Test test) {
  return std::ranges::any_of(maps,
                             [&](const FeatureMap* map) { return std::ranges::any_of(map->parts, test); });
}
template <class Kind>
bool is_part(const FeatureMap::Part& part) {
  return std::holds_alternative<Kind>(part);
}

// The parts of c_features that lay filters over an image. First the functions that any of them call.
void put_patch_helpers(CText& out, std::span<const FeatureMap* const> maps);

// Then features_PART, which sets the bits from first_bit on. The grids have the same responses, see
// same_responses().
void put_patches(CText& out, std::span<const PatchBits* const> grids, std::size_t part,
                 std::size_t first_bit);
void put_bit_patches(CText& out, const BitPatches& patches, const FeatureMap& map, std::size_t part,
                     std::size_t first_bit);

}  // namespace bitbasin
