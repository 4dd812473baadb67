// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/c_text.h"

namespace bitbasin {

// The feature maps of the voters of a model in C, in integers only. For voter v,
//   static void features_of_voter_v(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS])
// sets the bits, which must be zero, that FeatureEncoder makes of an image. If numbers are scaled to pixels,
// the function bitbasin_pixels comes first.
void put_c_features(CText& out, std::span<const FeatureMap* const> maps);

}  // namespace bitbasin
