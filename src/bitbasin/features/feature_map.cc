// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_map.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/features/images/deskew.h"
#include "bitbasin/features/patches/patch_dictionary.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

struct CountOutputs {
  std::size_t operator()(const LinearBits& part) const { return part.outputs; }
  std::size_t operator()(const PixelThresholds& part) const { return part.pixels.size(); }
  std::size_t operator()(const PatchBits& part) const { return part.outputs(); }
  std::size_t operator()(const PixelLevels& part) const { return part.outputs(); }
  std::size_t operator()(const BitPatches& part) const { return part.outputs(); }
  std::size_t operator()(const BitProducts& part) const { return part.outputs(); }
};

}  // namespace

std::size_t count_outputs(const FeatureMap::Part& part) {
  return std::visit(CountOutputs{}, part);
}

std::size_t FeatureMap::outputs() const {
  std::size_t sum = 0;
  for (const Part& part : parts) sum += count_outputs(part);
  return sum;
}

std::size_t parts_together(const FeatureMap& map, std::size_t first) {
  const auto* patches = std::get_if<PatchBits>(&map.parts[first]);
  std::size_t count = 1;
  for (; patches != nullptr && first + count < map.parts.size(); ++count) {
    const auto* next = std::get_if<PatchBits>(&map.parts[first + count]);
    if (next == nullptr || !same_responses(*patches, *next)) break;
  }
  return count;
}

LinearBits linear_bits(const Rbm& rbm, std::size_t depth, double temperature) {
  // P > (t - 1/2) / Q is sum_j w_ij x_j / 255 + c_i > temperature times the log of the odds.
  std::vector<float> thresholds;
  const auto levels = static_cast<double>((1 << depth) - 1);
  for (const float bias : rbm.hidden_bias) {
    for (double t = 0.5; t < levels; ++t) {
      const double field = temperature * portable_log(t / (levels - t));
      thresholds.push_back(255 * (static_cast<float>(field) - bias));
    }
  }
  return quantize(rbm.visible, rbm.hidden, rbm.weights, thresholds);
}

FeatureMap fit_feature_map(const FeatureSpec& spec, const ImageSet& train, const PixelScaling& scaling,
                           std::uint64_t seed, int threads, RunControl& control,
                           const std::function<void(const Rbm&, const ImageSet&)>& on_rbm) {
  if (train.size() == 0) fail("expected training images, got none");
  FeatureMap map{train.rows, train.columns, scaling, spec.deskew, static_cast<std::size_t>(spec.depth), {}};
  const ImageSet upright = spec.deskew ? deskewed(train, threads) : ImageSet{};
  const ImageSet& images = spec.deskew ? upright : train;
  // Stages that choose how many bits they keep come last, in place, and make the sum odd.
  std::vector<std::optional<FeatureMap::Part>> parts(spec.bits.size());
  std::size_t outputs = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (const auto* options = std::get_if<RbmOptions>(&spec.bits[p])) {
      const Rbm rbm = train_rbm(images, *options, seed, threads, control);
      if (on_rbm) on_rbm(rbm, images);
      parts[p] = linear_bits(rbm, map.depth, options->temperature);
    } else if (const auto* projection = std::get_if<ProjectionOptions>(&spec.bits[p])) {
      parts[p] = random_projection(images, *projection, seed);
    }
    if (parts[p]) outputs += count_outputs(*parts[p]);
  }
  std::map<FilterRecipe, PatchFilters> learned;
  const auto filters_for = [&](const PatchOptions& options) -> const PatchFilters& {
    const FilterRecipe recipe = filter_recipe(options);
    PatchFilters& filters = learned[recipe];
    if (filters.count == 0) filters = learn_filters(images, recipe, seed, threads, control);
    return filters;
  };
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (parts[p]) continue;
    const bool odd = outputs % 2 == 0;
    if (const auto* patches = std::get_if<PatchOptions>(&spec.bits[p])) {
      parts[p] = fit_patch_bits(images, *patches, filters_for(*patches), odd, threads);
    } else if (const auto* bit_patches = std::get_if<BitPatchOptions>(&spec.bits[p])) {
      parts[p] = fit_bit_patches(images, *bit_patches, odd, seed, threads, control);
    } else if (const auto* quantiles = std::get_if<QuantileOptions>(&spec.bits[p])) {
      parts[p] = fit_levels(images, *quantiles, odd);
    } else if (const auto* products = std::get_if<ProductOptions>(&spec.bits[p])) {
      parts[p] = random_products(outputs, *products, seed);
    } else {
      parts[p] = fit_thresholds(images, std::get<ThresholdOptions>(spec.bits[p]), odd);
    }
    outputs += count_outputs(*parts[p]);
  }
  for (std::optional<FeatureMap::Part>& part : parts) map.parts.push_back(*std::move(part));
  assert(map.outputs() % 2 == 1);
  return map;
}

FeatureEncoder::FeatureEncoder(const FeatureMap& map)
    : rows_(map.rows),
      columns_(map.columns),
      deskew_(map.deskew),
      depth_(map.depth),
      outputs_(map.outputs()) {
  for (std::size_t p = 0, count; p < map.parts.size(); p += count) {
    const FeatureMap::Part& part = map.parts[p];
    count = parts_together(map, p);
    if (const auto* linear = std::get_if<LinearBits>(&part)) {
      parts_.emplace_back(PackedLinearBits(*linear, depth_));
    } else if (const auto* patches = std::get_if<PatchBits>(&part)) {
      PackedPatchBits packed(*patches, rows_, columns_, depth_);
      for (std::size_t q = p + 1; q < p + count; ++q) packed.add(std::get<PatchBits>(map.parts[q]));
      parts_.emplace_back(std::move(packed));
    } else if (const auto* bit_patches = std::get_if<BitPatches>(&part)) {
      parts_.emplace_back(PackedBitPatches(*bit_patches, rows_, columns_, depth_));
    } else if (const auto* levels = std::get_if<PixelLevels>(&part)) {
      parts_.emplace_back(PackedPixelLevels(*levels, map.inputs(), depth_));
    } else if (const auto* products = std::get_if<BitProducts>(&part)) {
      parts_.emplace_back(PackedBitProducts(*products));
    } else {
      parts_.emplace_back(PackedPixelThresholds(std::get<PixelThresholds>(part), map.inputs(), depth_));
    }
  }
}

BitMatrix FeatureEncoder::encode(const ImageSet& images, int threads) const {
  RunControl control;
  return encode(images, threads, control);
}

BitMatrix FeatureEncoder::encode(const ImageSet& images, int threads, RunControl& control) const {
  const auto inputs = static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_);
  if (images.size() > 0 && images.inputs() != inputs) {
    fail("expected images of {} x {} pixels, got {} x {}", rows_, columns_, images.rows, images.columns);
  }
  BitMatrix bits(images.size() * depth_, outputs_);
  constexpr std::size_t kGrain = 96;           // images: whole groups of the kernel, half a millisecond
  constexpr std::size_t kPiece = 16 * kGrain;  // between two checks of the run control
  for (std::size_t first = 0; first < images.size(); first += kPiece) {
    const std::size_t last = std::min(images.size(), first + kPiece);
    if (!control.spend(last - first)) return {};
    parallel_ranges(last - first, kGrain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t at = first + begin; at < first + end; at += kGrain) {
        encode_range(images, at, std::min(first + end, at + kGrain), bits);
      }
    });
    control.report({"encoding", last, images.size()});
  }
  return bits;
}

void FeatureEncoder::encode_range(const ImageSet& images, std::size_t begin, std::size_t end,
                                  BitMatrix& bits) const {
  const std::size_t inputs = images.inputs();
  const std::uint8_t* pixels = images.image(begin).data();
  std::vector<std::uint8_t> upright;
  if (deskew_) {
    upright.resize((end - begin) * inputs);
    for (std::size_t k = begin; k < end; ++k) {
      deskew(images.image(k), rows_, columns_, {upright.data() + (k - begin) * inputs, inputs});
    }
    pixels = upright.data();
  }
  std::size_t column = 0;
  for (const Part& part : parts_) {
    std::visit(
        [&](const auto& units) {
          units.apply(pixels, end - begin, bits, begin, column);
          column += units.outputs();
        },
        part);
  }
}

}  // namespace bitbasin
