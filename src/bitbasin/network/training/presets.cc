// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/base/parse_bytes.h"
#include "bitbasin/features/feature_spec.h"
#include "bitbasin/features/images/margin_ink.h"
#include "bitbasin/features/images/views.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// Filters that tell fine differences apart however dark a stroke is ("Whitened filters for digits" in
// doc/measurements/networks.md).
constexpr std::string_view kWhitened = ":contrast=10:whiten=0.2";

// Deskewed, with copies that were chosen for 11 x 600 perceptrons ("Which network for how many bytes" there).
std::string handwriting(int copies, std::string_view bits) {
  return fmt::format("deskew,augment:{}:rotate=5:scale=0.07:shear=0.05:shift=0.7:elastic=0.7,{}{}", copies,
                     bits, kWhitened);
}

// Networks that vote, on many filters of three sizes and on products of their bits.
TrainingOptions handwriting_voters() {
  const std::string fine = fmt::format("patches:256:size=5:cells=6:levels=1{}", kWhitened);
  std::string features;
  for (const std::string& bits : {std::string("patches:256:size=7"), std::string("patches:256:size=6"),
                                  fine + ",patches:256:size=5:cells=3:levels=2"}) {
    features += (features.empty() ? "" : "+") + handwriting(8, bits) + ",products:1";
  }
  return {.preset = "best",
          .features = features,
          .k1 = 11,
          .k2 = 100,
          .robustness = 60,
          .reinforcement = 1e-5,
          .growth = 1.08,
          .flip = 0,
          .epochs = 26};
}

std::string tiny_handwriting(std::uint64_t filters) {
  return fmt::format("deskew,patches:{}:size=7:levels=2{}", filters, kWhitened);
}

// Voters cannot be shrunk to a size limit. Where there is room for few perceptrons, copies are too much for
// them: they learn as `tiny` does.
TrainingOptions one_for_handwriting(std::uint64_t size_limit) {
  if (size_limit < 28'000) {
    TrainingOptions options = training_preset("tiny");
    options.preset = "best";
    options.features = tiny_handwriting(std::clamp<std::uint64_t>(size_limit / 3300 * 4, 8, 24));
    options.k2 = 600;
    options.robustness = 252;
    return options;
  }
  return {.preset = "best",
          .features = handwriting(12, "patches:32"),
          .k1 = 11,
          .k2 = 600,
          .robustness = 360,
          .reinforcement = 2e-6,
          .growth = 1.04,
          .flip = 0,
          .epochs = 90};
}

// Whitened filters in fine and in coarse cells ("Whitened filters" in doc/measurements/fashion.md).
std::string picture_filters(int filters, int size, int fine = 8, int coarse = 3) {
  const std::string patches = fmt::format("patches:{}:size={}", filters, size);
  return fmt::format("{0}:cells={1}:levels=1:contrast=5:whiten=0.2,{0}:cells={2}:contrast=5:whiten=0.2",
                     patches, fine, coarse);
}

TrainingOptions picture_network(const std::string& features, double flip) {
  return {.preset = "best",
          .features = features,
          .k1 = 11,
          .k2 = 100,
          .robustness = 60,
          .reinforcement = 1e-5,
          .growth = 1.08,
          .flip = flip,
          .epochs = 24};
}

// One network, with as many filters as leave room for half of its perceptrons. The fewer inputs, the more
// harm flips do, and the slower the network should freeze ("Pictures within a size limit" there).
TrainingOptions one_for_pictures(std::uint64_t size_limit) {
  struct Choice {
    std::uint64_t least;  // bytes
    int filters, fine, coarse;
    double flip;
  };
  static constexpr Choice kChoices[] = {
      {3'990'000, 512, 8, 3, 0.125}, {1'990'000, 256, 8, 3, 0.0625},
      {990'000, 128, 8, 3, 0.0625},  {490'000, 64, 8, 3, 0.0625},
      {60'000, 32, 8, 3, 0},         {36'000, 16, 8, 3, 0},
      {17'000, 16, 6, 2, 0},         {0, 8, 6, 2, 0},
  };
  const Choice& choice =
      *std::ranges::find_if(kChoices, [&](const Choice& c) { return size_limit >= c.least; });
  TrainingOptions options =
      picture_network(picture_filters(choice.filters, 5, choice.fine, choice.coarse), choice.flip);
  if (choice.flip == 0) {
    options.reinforcement = 1e-6;
    options.growth = 1.025;
    options.epochs = 120;
  }
  return options;
}

// What a preset is for pictures that fill their frame. They are left upright, and are not turned and bent as
// handwriting is; and what is where matters more: fine cells, and the same filters in coarse ones.
TrainingOptions for_pictures(const TrainingOptions& preset, int side, std::uint64_t size_limit) {
  constexpr int kLeastForVoters = 14;  // pixels, for filters of 7 x 7 in 8 x 8 cells
  if (preset.preset == "best") {
    if (size_limit < kUnlimited || side < kLeastForVoters) return one_for_pictures(size_limit);
    return picture_network(picture_filters(512, 5) + "+" + picture_filters(512, 7), 0.125);
  }
  TrainingOptions other = preset;
  FeatureSpec spec = parse_feature_spec(preset.features);
  spec.deskew = false;
  spec.augment.reset();
  other.features = to_string(spec);
  return other;
}

std::uint64_t limit_of(const TrainingOptions& options) {
  return options.size_limit == kNoLimit ? kUnlimited : parse_bytes("size_limit", options.size_limit);
}

// What is `auto` becomes that of the preset.
TrainingOptions filled_in(const TrainingOptions& options, const TrainingOptions& preset) {
  TrainingOptions all = options;
  if (all.features == kAutoText) all.features = preset.features;
  for (const Option<TrainingOptions>& o : training_options()) {
    if (o.get(all) == OptionValue{}) o.set(all, o.name, to_text(o.get(preset)));
  }
  return all;
}

}  // namespace

std::span<const TrainingOptions> training_presets() {
  static const std::vector<TrainingOptions> presets{
      // For microcontrollers: at most 20,000 bytes on MNIST.
      {.preset = "tiny",
       .features = tiny_handwriting(24),
       .k1 = 3,
       .k2 = 45,
       .robustness = 19,
       .reinforcement = 1e-6,
       .growth = 1.025,
       .flip = 0,
       .epochs = 180},
      // The smallest network of the paper that learns MNIST without an error.
      {.preset = "small",
       .features = "patches:32",
       .k1 = 11,
       .k2 = 30,
       .robustness = 0,
       .reinforcement = 2e-6,
       .growth = 1,
       .flip = 0,
       .epochs = 1000},
      // The large network of the paper.
      {.preset = "paper",
       .features = "patches:32",
       .k1 = 81,
       .k2 = 200,
       .robustness = 120,
       .reinforcement = 4e-6,
       .growth = 1,
       .flip = 0,
       .epochs = 80},
      // Three networks on deskewed and deformed images; some minutes.
      handwriting_voters(),
      // Filters that are bits, and few perceptrons that fill two blocks of 256 lanes: half a million images a
      // second on one core.
      {.preset = "fast",
       .features = "bitpatches:32",
       .k1 = 7,
       .k2 = 72,
       .robustness = 30,
       .reinforcement = 4e-6,
       .growth = 1.04,
       .flip = 0,
       .epochs = 80},
  };
  return presets;
}

const TrainingOptions& training_preset(std::string_view name) {
  return find_named(training_presets(), &TrainingOptions::preset, name, "presets");
}

TrainingOptions resolve(const TrainingOptions& options) {
  const std::uint64_t limit = limit_of(options);
  const bool alone = options.preset == "best" && limit < kUnlimited;
  TrainingOptions all =
      filled_in(options, alone ? one_for_handwriting(limit) : training_preset(options.preset));
  const std::vector<FeatureSpec> voters = parse_voter_specs(all.features);
  all.features = to_string(voters);
  all.views = to_string(parse_views(all.views));
  if (limit < kUnlimited) {
    all.size_limit = std::to_string(limit);
    if (voters.size() > 1)
      fail("size_limit: expected the features of one voter, got those of {}", voters.size());
  }
  // The numbers of inputs and labels are known only from the images: use any that are valid.
  check(CommitteeShape{1, static_cast<std::size_t>(*all.k1), static_cast<std::size_t>(*all.k2), 2});
  return all;
}

TrainingOptions resolve(const TrainingOptions& options, const ImageSet& images) {
  constexpr int kLeast = 12;      // pixels, so that patches of 7 x 7 still move about
  constexpr double kBlank = 0.1;  // MNIST has 0.002, random letters 0.07, Fashion-MNIST 0.17
  if (options.features != kAutoText) return resolve(options);
  TrainingOptions all = options;
  const int side = std::min(images.rows, images.columns);
  if (side < kLeast) {
    all.features = "rbm:501";
  } else if (margin_ink(images) > kBlank) {
    all = filled_in(options, for_pictures(training_preset(options.preset), side, limit_of(options)));
  }
  return resolve(all);
}

}  // namespace bitbasin
