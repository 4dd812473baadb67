// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Deformed copies of images, as if drawn by another hand: a random rotation, change of size, shear and shift,
// each uniform up to the given strength, left and right exchanged or not, and a smooth random displacement of
// every pixel (Simard, Steinkraus and Platt, "Best practices for convolutional neural networks", ICDAR 2003).
struct AugmentOptions {
  std::int64_t copies = 4;
  double rotate = 8;
  double scale = 0.1;
  double shear = 0.1;
  double shift = 1.0;
  double elastic = 1.0;
  double smooth = 4;
  bool whole = false;
  double mirror = 0;
};
const OptionTable<AugmentOptions>& augment_options();

// One deformed copy, determined by the stream.
void deform(std::span<const std::uint8_t> image, int rows, int columns, const AugmentOptions& options,
            Stream stream, std::span<std::uint8_t> out);

// The images followed by `copies` sets of deformed ones in the same order: copy c of image i is number
// c P + i, c = 1 .. copies. One unit of work is an image; a run that is stopped returns an empty set.
ImageSet augmented(const ImageSet& images, const AugmentOptions& options, std::uint64_t seed, int threads,
                   RunControl& control);

}  // namespace bitbasin
