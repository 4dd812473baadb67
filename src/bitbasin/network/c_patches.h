// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/c_text.h"

namespace bitbasin {

// The parts of c_features that lay filters over an image. First the functions that any of them call.
void put_patch_helpers(CText& out, std::span<const FeatureMap* const> maps);

// Then features_PART, which sets the bits from first_bit on. The grids have the same responses, see
// same_responses().
void put_patches(CText& out, std::span<const PatchBits* const> grids, std::size_t part,
                 std::size_t first_bit);
void put_bit_patches(CText& out, const BitPatches& patches, const FeatureMap& map, std::size_t part,
                     std::size_t first_bit);

}  // namespace bitbasin
