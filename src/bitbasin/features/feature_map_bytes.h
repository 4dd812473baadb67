// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/data/binary_fields.h"
#include "bitbasin/features/feature_map.h"

namespace bitbasin {

// The map as bytes of a model file. Reading fails with a sentence unless the map satisfies feature_map.h.
void put_feature_map(BinaryWriter& writer, const FeatureMap& map);
// How many of these bytes are those of one part.
std::size_t part_bytes(const FeatureMap::Part& part);

FeatureMap take_feature_map(BinaryReader& reader);

}  // namespace bitbasin
