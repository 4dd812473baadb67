// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/patches/patch_filters.h"

namespace bitbasin {

// The length of every filter. Its weights are then accurate to a percent, and sums of 256 filters of 31 x 31
// still fit in 32 bits.
inline constexpr int kFilterLength = 1024;

// Filters that look like the patches of the images: the centres of spherical k-means (Coates and Ng,
// "Learning feature representations with k-means", 2012) over random patches, each without its mean and
// scaled to the same length; flat patches are left out. In integers from there on, so that the same seed
// gives the same filters with every number of threads and at every SIMD level. One unit of work is one patch
// visited; a run that is stopped returns what it has. Fails if the images have no contrast.
PatchFilters learn_filters(const ImageSet& images, std::size_t count, std::size_t size, std::uint64_t seed,
                           int threads, RunControl& control);

}  // namespace bitbasin
