// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/patches/patch_filters.h"

namespace bitbasin {

// The length of every filter: its weights are then accurate to a percent.
inline constexpr int kFilterLength = 1024;

// The largest number of filters times their size: their sums of pixels then fit in 32 bits (sums_fit),
// because the weights of a filter of length l and size s add up to at most s l.
inline constexpr std::size_t kMostFiltersTimesSize = 7936;

// Which filters are learned from images.
struct FilterRecipe {
  std::size_t count = 0;
  std::size_t size = 0;
  double whiten = 0;  // the floor of Whitening; 0: patches as they are

  auto operator<=>(const FilterRecipe&) const = default;
};

// Filters that look like the patches of the images: the centres of spherical k-means (Coates and Ng,
// "Learning feature representations with k-means", 2012) over random patches, each without its mean,
// whitened or not, and scaled to the same length; flat patches are left out. In integers from there on, so
// that the same seed gives the same filters with every number of threads and at every SIMD level. One unit of
// work is one patch visited; a run that is stopped returns what it has. Fails if the images have no contrast
// or the filters are too many.
PatchFilters learn_filters(const ImageSet& images, const FilterRecipe& recipe, std::uint64_t seed,
                           int threads, RunControl& control);

}  // namespace bitbasin
