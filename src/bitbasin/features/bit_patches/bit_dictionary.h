// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"

namespace bitbasin {

// The patch of size x size pixels whose upper left pixel is (y, x): bit size i + j is on iff pixel (y + i, x
// + j) is above `ink`.
std::uint64_t bit_patch(const ImageSet& images, std::size_t image, std::size_t y, std::size_t x,
                        std::size_t size, std::uint8_t ink);

// Filters of bits that look like the patches of the images: the centres of k-means over random patches, with
// the Hamming distance and the majority of each bit. Patches with hardly a pixel on, or off, are left out. A
// run that is stopped returns what it has. Fails if there are no other patches.
std::vector<std::uint64_t> learn_bit_filters(const ImageSet& images, std::size_t count, std::size_t size,
                                             std::uint8_t ink, std::uint64_t seed, RunControl& control);

}  // namespace bitbasin
