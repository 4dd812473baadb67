// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/patches/patch_dictionary.h"
#include "bitbasin/features/patches/patch_filters.h"

namespace bitbasin {

// Bits that say roughly what is where: small filters are laid over every place of an image, and for each
// filter and each cell of a grid the strongest response is compared with a threshold.
struct PatchOptions {
  std::int64_t filters = 32;
  std::int64_t size = 7;
  std::int64_t cells = 4;
  std::int64_t levels = 3;
  double rarest = 0.1;
  std::int64_t contrast = 0;
  double whiten = 0;
};
const OptionTable<PatchOptions>& patch_options();
FilterRecipe filter_recipe(const PatchOptions& options);

// Filter f responds with r_f at each place. The filters compete there: what counts is F r_f - sum_g max(r_g,
// 0), F times how far a filter stands out from the mean. Response c F + f is the largest of these in cell c,
// bit j whether response responses[j] is above thresholds[j]. With a contrast the r_f are those of
// patch_contrast.h.
struct PatchBits {
  PatchFilters filters;
  std::size_t cells = 0;                 // down and across, row by row
  std::vector<std::uint32_t> responses;  // ascending, and where they are equal, so are their thresholds
  std::vector<std::int32_t> thresholds;
  std::uint8_t contrast = 0;

  std::size_t outputs() const { return responses.size(); }

  bool operator==(const PatchBits&) const = default;
};

// Whether the responses are the same but for the cells: then they are computed once.
inline bool same_responses(const PatchBits& a, const PatchBits& b) {
  return a.contrast == b.contrast && a.filters == b.filters;
}
inline bool same_responses(const PatchOptions& a, const PatchOptions& b) {
  return a.contrast == b.contrast && filter_recipe(a) == filter_recipe(b);
}

// Learns filters, then for each response `levels` thresholds that divide a sample of the training images into
// equal parts. Bits that are on or off in less than `rarest` of the sample are dropped, and also the least
// balanced one if the parity of their number is not `odd`. Fails if the images are too small for the cells.
PatchBits fit_patch_bits(const ImageSet& train, const PatchOptions& options, bool odd, std::uint64_t seed,
                         int threads, RunControl& control);
// The same with filters that were learned before.
PatchBits fit_patch_bits(const ImageSet& train, const PatchOptions& options, const PatchFilters& filters,
                         bool odd, int threads);

// Prepared for many images of one size.
class PackedPatchBits {
 public:
  PackedPatchBits(const PatchBits& bits, int rows, int columns, std::size_t depth);

  // Adds bits that look at the same responses through another grid, see same_responses(). They come after
  // those that are there.
  void add(const PatchBits& bits);

  std::size_t outputs() const { return outputs_; }

  // The bits of `count` consecutive images. Those of image k go into `depth` rows of `out`, starting at row
  // (first_image + k) depth and column first_column, which must be zero.
  void apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out, std::size_t first_image,
             std::size_t first_column) const;

 private:
  PackedFilters filters_;
  std::vector<std::size_t> grids_;  // cells of each, down and across
  std::size_t rows_;
  std::size_t columns_;
  std::size_t depth_;
  std::uint8_t contrast_;
  std::size_t outputs_ = 0;
  // Of each bit, padded to whole words: where its response is among those of an image, and the threshold.
  std::vector<std::int32_t> places_;
  std::vector<std::int32_t> thresholds_;
};

}  // namespace bitbasin
