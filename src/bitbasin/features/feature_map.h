// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/bit_patches/bit_patches.h"
#include "bitbasin/features/feature_spec.h"
#include "bitbasin/features/patches/patch_bits.h"
#include "bitbasin/features/rbm/rbm.h"
#include "bitbasin/features/stages/bit_products.h"
#include "bitbasin/features/stages/linear_bits.h"
#include "bitbasin/features/stages/pixel_levels.h"
#include "bitbasin/features/stages/pixel_thresholds.h"

namespace bitbasin {

// From an image to the bits of the network, in integers: the same bits on every machine.
struct FeatureMap {
  using Part = std::variant<LinearBits, PixelThresholds, PatchBits, PixelLevels, BitPatches, BitProducts>;

  int rows = 0;
  int columns = 0;
  PixelScaling scaling;  // of numbers that are not pixels yet; see images_from
  bool deskew = false;
  std::size_t depth = 1;    // bits per output, see CommitteeShape
  std::vector<Part> parts;  // their outputs one after the other; products are of all those before them

  std::size_t inputs() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
  std::size_t outputs() const;

  bool operator==(const FeatureMap&) const = default;
};

std::size_t count_outputs(const FeatureMap::Part& part);

// How many parts from the given one on are computed together: patches with the same responses, or one part.
std::size_t parts_together(const FeatureMap& map, std::size_t first);

// The probability P(h = 1 | v) at a temperature, 1 / (1 + exp(-field / temperature)), v the pixel over 255,
// rounded to multiples of 1 / (2^depth - 1): with a depth of one, whether it is above 1/2.
LinearBits linear_bits(const Rbm& rbm, std::size_t depth, double temperature = 1);

// Learns the map that a spec describes from the training images, without their labels and without deformed
// copies. A unit of work is an image presented to the RBM; a run that is stopped uses the RBM as it then is.
// `on_rbm` is called with each RBM and the images that it has learned, deskewed if the spec says so.
FeatureMap fit_feature_map(const FeatureSpec& spec, const ImageSet& train, const PixelScaling& scaling,
                           std::uint64_t seed, int threads, RunControl& control,
                           const std::function<void(const Rbm&, const ImageSet&)>& on_rbm = {});

// A map prepared for many images.
class FeatureEncoder {
 public:
  explicit FeatureEncoder(const FeatureMap& map);

  // `depth` rows of bits per image, the lowest digit first. Fails if an image has another number of pixels
  // than the map.
  BitMatrix encode(const ImageSet& images, int threads) const;
  // The same for many images. One unit of work is an image; a run that is stopped returns no rows.
  BitMatrix encode(const ImageSet& images, int threads, RunControl& control) const;

 private:
  using Part = std::variant<PackedLinearBits, PackedPixelThresholds, PackedPatchBits, PackedPixelLevels,
                            PackedBitPatches, PackedBitProducts>;
  void encode_range(const ImageSet& images, std::size_t begin, std::size_t end, BitMatrix& bits) const;

  int rows_;
  int columns_;
  bool deskew_;
  std::size_t depth_;
  std::size_t outputs_;
  std::vector<Part> parts_;
};

}  // namespace bitbasin
