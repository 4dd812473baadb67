// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/features/bit_patches/bit_patches.h"
#include "bitbasin/features/images/augment.h"
#include "bitbasin/features/patches/patch_bits.h"
#include "bitbasin/features/rbm/rbm.h"
#include "bitbasin/features/stages/bit_products.h"
#include "bitbasin/features/stages/pixel_levels.h"
#include "bitbasin/features/stages/pixel_thresholds.h"
#include "bitbasin/features/stages/projection.h"

namespace bitbasin {

inline constexpr std::uint8_t kMostFeatureDepth = 4;

// How images become bits, as text: stages in any order, separated by commas; what follows a stage, separated
// by colons, is its size and then name=value: "deskew,augment:4,rbm:501:epochs=20".
struct FeatureSpec {
  using BitStage = std::variant<RbmOptions, PatchOptions, ProjectionOptions, ThresholdOptions,
                                QuantileOptions, BitPatchOptions, ProductOptions>;

  bool deskew = false;
  std::int64_t depth = 1;  // bits per output; with more than one, how likely an RBM's unit is on
  std::optional<AugmentOptions> augment;  // of training images only
  // Concatenated in the order given; at least one. Products come last, because they are made of the others.
  std::vector<BitStage> bits;
};

// Fails on unknown stages and options, on a stage given twice, if no stage makes bits, and if the number of
// bits would be even, because a field could then be zero. `threshold`, `quantiles`, `patches`, `bitpatches`
// and `products` make it odd by themselves; patches of both kinds may be given again with other options.
FeatureSpec parse_feature_spec(std::string_view text);

// Names every option, so that it keeps its meaning when a default changes.
std::string to_string(const FeatureSpec& spec);

// The feature maps of several voters (see Model), joined by a plus: "patches:32+patches:32:size=5". Fails
// also if their inputs have different depths.
std::vector<FeatureSpec> parse_voter_specs(std::string_view text);
std::string to_string(std::span<const FeatureSpec> voters);

// What a stage is, for help and documentation.
struct FeatureStage {
  std::string name;
  std::string size_option;  // the option that a bare number sets; empty: none
  std::string meaning;
  std::vector<OptionRow> options;
};
const std::vector<FeatureStage>& feature_stages();

}  // namespace bitbasin
