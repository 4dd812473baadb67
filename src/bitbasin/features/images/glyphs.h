// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/base/options.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/images/augment.h"

namespace bitbasin {

// A data set to try things with: each class is a letter of a random script, a few pen strokes, and each image
// is the letter of its class as another hand would write it (see deform).
struct GlyphOptions {
  std::int64_t classes = 10;
  std::int64_t train = 2000;
  std::int64_t test = 500;
  std::int64_t size = 16;
  std::int64_t strokes = 3;
  double deformation = 1;
};
const OptionTable<GlyphOptions>& glyph_options();

// Labels 0, 1, 2, ... take turns. The same seed gives the same images, and asking for more does not change
// the first ones.
DataSet random_glyphs(const GlyphOptions& options, std::uint64_t seed);

}  // namespace bitbasin
