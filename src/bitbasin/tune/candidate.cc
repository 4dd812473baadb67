// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/candidate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "bitbasin/base/parse_bytes.h"
#include "bitbasin/base/parse_number.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

constexpr std::int64_t kMostCommitteesTried = 1000;
constexpr std::size_t kKindsOfCopies = 5;

constexpr std::array<std::int64_t, 7> kUnits{1, 3, 5, 7, 11, 21, 41};
constexpr std::array kRobustness{0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.9};
constexpr std::array kHeat{0.25, 0.5, 1.0, 2.0, 4.0};
constexpr std::array<std::int64_t, 10> kFilters{8, 12, 16, 24, 32, 48, 64, 96, 128, 256};
constexpr std::array<std::int64_t, 4> kSizes{3, 5, 7, 9};
constexpr std::array<std::int64_t, 7> kCells{2, 3, 4, 5, 6, 8, 10};
constexpr std::array<std::int64_t, 3> kLevels{1, 2, 3};
constexpr std::array<std::int64_t, 5> kQuantiles{1, 3, 5, 7, 15};
constexpr std::array<std::int64_t, 5> kInk{20, 50, 100, 150, 200};
constexpr std::array<std::int64_t, 4> kContrasts{0, 5, 10, 25};
constexpr std::array kWhitening{0.0, 0.1, 0.2, 0.5};
constexpr std::array kFlips{0.0, 0.0625, 0.125, 0.25};
constexpr std::array<std::int64_t, 4> kProducts{0, 1, 2, 3};

struct Recipe {
  const char* features;
  std::size_t copies;
  std::int64_t k1;
  double robustness;
  double flip = 0;
  std::int64_t products = 0;
};

// From doc/measurements/networks.md: digits, clothes, and small images.
constexpr Recipe kImageRecipes[] = {
    {"deskew,patches:24:size=7:levels=2:contrast=10:whiten=0.2", 0, 3, 0.4},
    {"patches:64:size=5:cells=8:levels=1:contrast=5:whiten=0.2", 0, 11, 0.6},
    {"deskew,patches:32:contrast=10:whiten=0.2", 2, 7, 0.4},
    {"patches:24:size=5:levels=2", 0, 3, 0.4},
    {"bitpatches:32", 0, 7, 0.4},
    {"patches:32:size=5:cells=6:levels=1", 0, 7, 0.4},
    {"deskew,patches:32:contrast=10:whiten=0.2", 3, 7, 0.4},
    {"patches:64:size=5:cells=8:levels=1,patches:64:size=5:cells=3:levels=3", 0, 11, 0.6},
    {"bitpatches:16:levels=1", 0, 5, 0.4},
    {"patches:32:size=3:cells=4:levels=2", 0, 5, 0.4},
    {"patches:16:size=3:cells=3:levels=2,quantiles:3", 0, 5, 0.4},
    {"deskew,patches:8:size=5:cells=3:levels=2", 0, 3, 0.4},
    {"bitpatches:8:levels=1", 0, 3, 0.4},
    {"quantiles:3", 0, 5, 0.2},
    {"threshold:50", 0, 5, 0.2},
    {"patches:64:size=5:cells=8:levels=1:contrast=5:whiten=0.2,patches:64:size=5:cells=3:contrast=5:whiten=0."
     "2",
     0, 11, 0.6, 0.0625, 1},
};
constexpr Recipe kTableRecipes[] = {
    {"quantiles:7", 0, 5, 0.2},
    {"quantiles:3", 0, 5, 0.2},
    {"quantiles:15", 0, 3, 0.2},
    {"quantiles:1", 0, 7, 0.2},
};

// Less than this is no image whose patches could say something.
bool are_images(const SearchBounds& bounds) {
  return std::min(bounds.rows, bounds.columns) >= 5;
}

// The next entry of a ladder, in a random direction.
template <class T>
void step(std::span<const T> ladder, T& value, Stream& stream) {
  const auto at = static_cast<std::size_t>(std::ranges::lower_bound(ladder, value) - ladder.begin());
  const bool up = at == 0 || (at + 1 < ladder.size() && uniform_below(stream, 2) == 0);
  value = ladder[std::min(up ? at + 1 : at - 1, ladder.size() - 1)];
}

class StepStage {
 public:
  explicit StepStage(Stream& stream) : stream_(stream) {}

  void operator()(PatchOptions& o) const {
    switch (uniform_below(stream_, 6)) {
      case 0:
        return step<std::int64_t>(kFilters, o.filters, stream_);
      case 1:
        return step<std::int64_t>(kSizes, o.size, stream_);
      case 2:
        return step<std::int64_t>(kCells, o.cells, stream_);
      case 3:
        return step<std::int64_t>(kContrasts, o.contrast, stream_);
      case 4:
        return step<double>(kWhitening, o.whiten, stream_);
      default:
        return step<std::int64_t>(kLevels, o.levels, stream_);
    }
  }
  void operator()(BitPatchOptions& o) const {
    switch (uniform_below(stream_, 4)) {
      case 0:
        return step<std::int64_t>(kFilters, o.filters, stream_);
      case 1:
        return step<std::int64_t>(kInk, o.ink, stream_);
      case 2:
        return step<std::int64_t>(kCells, o.cells, stream_);
      default:
        return step<std::int64_t>(kLevels, o.levels, stream_);
    }
  }
  void operator()(QuantileOptions& o) const { step<std::int64_t>(kQuantiles, o.levels, stream_); }
  void operator()(ThresholdOptions& o) const { step<std::int64_t>(kInk, o.level, stream_); }
  void operator()(const RbmOptions&) const {}         // no recipe has one
  void operator()(const ProjectionOptions&) const {}  // the same
  void operator()(const ProductOptions&) const {}     // see Candidate

 private:
  Stream& stream_;
};

// The same filters in larger cells as well, or one stage less.
void step_scales(FeatureSpec& spec, Stream& stream) {
  if (spec.bits.size() > 1) {
    spec.bits.erase(spec.bits.begin() + static_cast<std::ptrdiff_t>(uniform_below(stream, spec.bits.size())));
  } else if (const auto* patches = std::get_if<PatchOptions>(&spec.bits[0])) {
    PatchOptions other = *patches;
    other.cells = std::max<std::int64_t>(1, patches->cells * 2 / 5);
    other.levels = 3;
    spec.bits.emplace_back(other);
  }
}

// About how many bytes a stage takes in a model, if a fifth of its bits are dropped as too rare.
class StageBytes {
 public:
  explicit StageBytes(double inputs) : inputs_(inputs) {}

  double operator()(const PatchOptions& o) const {
    return static_cast<double>(2 * o.filters * o.size * o.size) +
           kKept * static_cast<double>(8 * o.filters * o.cells * o.cells * o.levels);
  }
  double operator()(const BitPatchOptions& o) const {
    return static_cast<double>(8 * o.filters + o.filters * o.levels * (3 + o.cells * o.cells / 8));
  }
  double operator()(const QuantileOptions& o) const {
    return kKept * 5 * inputs_ * static_cast<double>(o.levels);
  }
  double operator()(const ThresholdOptions&) const { return kKept * 4 * inputs_; }
  double operator()(const ProductOptions& o) const { return static_cast<double>(4 * o.distances); }
  double operator()(const RbmOptions& o) const { return 2 * inputs_ * static_cast<double>(o.hidden); }
  double operator()(const ProjectionOptions& o) const { return 2 * inputs_ * static_cast<double>(o.bits); }

 private:
  static constexpr double kKept = 0.8;

  double inputs_;
};

bool fits(const FeatureSpec::BitStage& stage, const SearchBounds& bounds) {
  const std::int64_t side = std::min(bounds.rows, bounds.columns);
  if (const auto* patches = std::get_if<PatchOptions>(&stage)) return patches->cells < side - patches->size;
  const auto* bits = std::get_if<BitPatchOptions>(&stage);
  constexpr std::int64_t kMostPlaces = 8;  // of a cell, along one direction
  return bits == nullptr ||
         (bits->cells < side - bits->size && kMostPlaces * bits->cells > side - bits->size);
}

// Whether the cells have room in the images, the stages differ, and the network has half of the model at
// least.
bool fits(const Candidate& candidate, const SearchBounds& bounds) {
  double bytes = 0;
  for (const FeatureSpec::BitStage& stage : candidate.features.bits) {
    if (!fits(stage, bounds)) return false;
    bytes += std::visit(StageBytes(bounds.inputs()), stage);
  }
  const auto text = [&](std::size_t i) {
    return to_string(FeatureSpec{false, 1, {}, {candidate.features.bits[i]}});
  };
  if (candidate.features.bits.size() > 1 && text(0) == text(1)) return false;
  return 2 * bytes < static_cast<double>(bounds.size_limit >> candidate.halvings);
}

void step(Candidate& candidate, const SearchBounds& bounds, Stream& stream) {
  FeatureSpec& features = candidate.features;
  switch (uniform_below(stream, are_images(bounds) ? 12 : 8)) {
    case 0:
      return step<std::int64_t>(kUnits, candidate.k1, stream);
    case 1:
      return step<double>(kRobustness, candidate.robustness, stream);
    case 2:
      return step<double>(kHeat, candidate.heat, stream);
    case 3: {
      constexpr std::array kHalvings{0, 1, 2, 3};
      return step<int>(kHalvings, candidate.halvings, stream);
    }
    case 4:
      return step<double>(kFlips, candidate.flip, stream);
    case 5:
      return step<std::int64_t>(kProducts, candidate.products, stream);
    case 6:
    case 7:
    case 8:
      return std::visit(StepStage(stream), features.bits[uniform_below(stream, features.bits.size())]);
    case 9:
      return step_scales(features, stream);
    case 10:
      features.deskew = !features.deskew;
      return;
    default:
      candidate.copies = (candidate.copies + 1 + uniform_below(stream, kKindsOfCopies - 1)) % kKindsOfCopies;
  }
}

std::optional<AugmentOptions> copies_of(std::size_t kind) {
  if (kind == 1) {
    return AugmentOptions{.rotate = 0, .scale = 0.05, .shear = 0, .shift = 1, .elastic = 0};
  }
  if (kind == 2) {
    return AugmentOptions{.rotate = 4, .scale = 0.05, .shear = 0.05, .shift = 0.5, .elastic = 0.6};
  }
  if (kind == 3) return AugmentOptions{};
  if (kind == 4) {
    return AugmentOptions{.copies = 9,
                          .rotate = 0,
                          .scale = 0,
                          .shear = 0,
                          .shift = 1,
                          .elastic = 0,
                          .whole = true,
                          .mirror = 0.5};
  }
  return std::nullopt;
}

double rounded(double x, int digits) {
  return parse_number<double>("", fmt::format("{:.{}g}", x, digits));
}

}  // namespace

std::vector<Candidate> first_candidates(const SearchBounds& bounds) {
  const std::span<const Recipe> recipes =
      are_images(bounds) ? std::span<const Recipe>(kImageRecipes) : std::span<const Recipe>(kTableRecipes);
  std::vector<Candidate> candidates;
  for (const Recipe& recipe : recipes) {
    const Candidate candidate{.features = parse_feature_spec(recipe.features),
                              .copies = recipe.copies,
                              .k1 = recipe.k1,
                              .robustness = recipe.robustness,
                              .flip = recipe.flip,
                              .products = recipe.products};
    if (fits(candidate, bounds)) candidates.push_back(candidate);
  }
  return candidates;
}

Candidate neighbour(const Candidate& candidate, const SearchBounds& bounds, Stream& stream) {
  for (;;) {
    Candidate next = candidate;
    for (std::uint64_t steps = 1 + uniform_below(stream, 2); steps > 0; --steps) step(next, bounds, stream);
    if (fits(next, bounds)) return next;
  }
}

TrainingOptions training_of(const Candidate& candidate, const TrainingOptions& shared, std::int64_t epochs,
                            std::size_t images) {
  // As in 80 epochs of 50,000 images with 4e-6, growing by 1.04.
  constexpr double kReinforcements = 16;
  constexpr double kGrowth = 25;
  FeatureSpec features = candidate.features;
  features.augment = copies_of(candidate.copies);
  if (candidate.products > 0) features.bits.emplace_back(ProductOptions{candidate.products});
  TrainingOptions options = shared;
  options.features = to_string(features);
  options.k1 = candidate.k1;
  options.k2 = kMostCommitteesTried;
  options.robustness = std::llround(candidate.robustness * static_cast<double>(kMostCommitteesTried));
  const auto length = static_cast<double>(epochs);
  options.reinforcement =
      rounded(std::min(1.0, candidate.heat * kReinforcements / length / static_cast<double>(images)), 2);
  options.growth = std::min(2.0, rounded(std::pow(kGrowth, 1 / length), 4));
  options.flip = candidate.flip;
  options.epochs = epochs;
  options.size_limit = std::to_string(parse_bytes("size_limit", shared.size_limit) >> candidate.halvings);
  return options;
}

}  // namespace bitbasin
