// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/c_text.h"

namespace bitbasin {

// The feature map in C, in integers only:
//   static void features(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS])
// sets the bits, which must be zero, that FeatureEncoder makes of an image. If the map scales numbers to
// pixels, the function bitbasin_pixels comes first.
void put_c_features(CText& out, const FeatureMap& map);

}  // namespace bitbasin
