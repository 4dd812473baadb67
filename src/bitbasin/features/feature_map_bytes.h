// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/data/binary_fields.h"
#include "bitbasin/features/feature_map.h"

namespace bitbasin {

// As bytes of a model file. What is read keeps every promise of feature_map.h, or is refused with a sentence.
void put_feature_map(BinaryWriter& writer, const FeatureMap& map);
FeatureMap take_feature_map(BinaryReader& reader);

}  // namespace bitbasin
