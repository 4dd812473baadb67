// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_map.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/features/deskew.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

std::size_t part_outputs(const FeatureMap::Part& part) {
  const auto* linear = std::get_if<LinearBits>(&part);
  return linear != nullptr ? linear->outputs : std::get<PixelThresholds>(part).pixels.size();
}

}  // namespace

std::size_t FeatureMap::outputs() const {
  std::size_t sum = 0;
  for (const Part& part : parts) sum += part_outputs(part);
  return sum;
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
  if (train.size() == 0) fail("expected training images but there are none");
  FeatureMap map{train.rows, train.columns, scaling, spec.deskew, static_cast<std::size_t>(spec.depth), {}};
  const ImageSet upright = spec.deskew ? deskewed(train, threads) : ImageSet{};
  const ImageSet& images = spec.deskew ? upright : train;
  // Thresholds come last, in place, because what makes the sum odd is known only then.
  std::size_t linear = 0;
  const ThresholdOptions* thresholds = nullptr;
  std::size_t thresholds_at = 0;
  for (const FeatureSpec::BitStage& stage : spec.bits) {
    if (const auto* options = std::get_if<RbmOptions>(&stage)) {
      const Rbm rbm = train_rbm(images, *options, seed, threads, control);
      if (on_rbm) on_rbm(rbm, images);
      map.parts.emplace_back(linear_bits(rbm, map.depth, options->temperature));
    } else if (const auto* projection = std::get_if<ProjectionOptions>(&stage)) {
      map.parts.emplace_back(random_projection(images, *projection, seed));
    } else {
      thresholds = &std::get<ThresholdOptions>(stage);
      thresholds_at = map.parts.size();
      continue;
    }
    linear += part_outputs(map.parts.back());
  }
  if (thresholds != nullptr) {
    map.parts.insert(map.parts.begin() + static_cast<std::ptrdiff_t>(thresholds_at),
                     fit_thresholds(images, *thresholds, linear % 2 == 0));
  }
  assert(map.outputs() % 2 == 1);
  return map;
}

FeatureEncoder::FeatureEncoder(const FeatureMap& map)
    : rows_(map.rows),
      columns_(map.columns),
      deskew_(map.deskew),
      depth_(map.depth),
      outputs_(map.outputs()) {
  for (const FeatureMap::Part& part : map.parts) {
    if (const auto* linear = std::get_if<LinearBits>(&part)) {
      parts_.emplace_back(PackedLinearBits(*linear, depth_));
    } else {
      parts_.emplace_back(std::get<PixelThresholds>(part));
    }
  }
}

BitMatrix FeatureEncoder::encode(const ImageSet& images, int threads) const {
  const auto inputs = static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_);
  if (images.size() > 0 && images.inputs() != inputs) {
    fail("expected images of {} x {} pixels but these have {} x {}", rows_, columns_, images.rows,
         images.columns);
  }
  BitMatrix bits(images.size() * depth_, outputs_);
  constexpr std::size_t kGrain = 96;  // images: whole groups of the kernel, half a millisecond
  parallel_ranges(images.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; at += kGrain) {
      encode_range(images, at, std::min(end, at + kGrain), bits);
    }
  });
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
    if (const auto* linear = std::get_if<PackedLinearBits>(&part)) {
      linear->apply(pixels, end - begin, bits, begin, column);
      column += linear->outputs();
      continue;
    }
    const auto& thresholds = std::get<PixelThresholds>(part);
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint8_t* image = pixels + (k - begin) * inputs;
      for (std::size_t j = 0; j < thresholds.pixels.size(); ++j) {
        const auto on = static_cast<std::uint64_t>(image[thresholds.pixels[j]] > thresholds.level);
        for (std::size_t p = 0; p < depth_; ++p) {
          bits.row(k * depth_ + p)[(column + j) / kWordBits] |= on << (column + j) % kWordBits;
        }
      }
    }
    column += thresholds.pixels.size();
  }
}

namespace {

constexpr std::uint8_t kLinearPart = 1;
constexpr std::uint8_t kPixelPart = 2;
constexpr std::uint32_t kMostBits = 1u << 24;  // more than any network here will see

void put_part(BinaryWriter& writer, const FeatureMap::Part& part) {
  if (const auto* linear = std::get_if<LinearBits>(&part)) {
    writer.put(kLinearPart);
    writer.put(static_cast<std::uint32_t>(linear->outputs));
    writer.put(static_cast<std::uint8_t>(linear->levels()));
    writer.put_all<std::int16_t>(linear->weights);
    writer.put_all<std::int32_t>(linear->thresholds);
  } else {
    const auto& thresholds = std::get<PixelThresholds>(part);
    writer.put(kPixelPart);
    writer.put(thresholds.level);
    writer.put(static_cast<std::uint32_t>(thresholds.pixels.size()));
    writer.put_all<std::uint32_t>(thresholds.pixels);
  }
}

FeatureMap::Part take_part(BinaryReader& reader, std::size_t inputs, std::size_t depth) {
  if (reader.take_within<std::uint8_t>("a kind of features", kLinearPart, kPixelPart) == kLinearPart) {
    LinearBits linear;
    linear.inputs = inputs;
    linear.outputs = reader.take_within<std::uint32_t>("a number of units", 1, kMostBits);
    const auto levels = reader.take<std::uint8_t>();
    if (levels != 1 && levels != (1 << depth) - 1) {
      reader.source().fail_here("expected 1 or {} thresholds per unit but there are {}", (1 << depth) - 1,
                                levels);
    }
    linear.weights = reader.take_all<std::int16_t>(linear.outputs * inputs);
    linear.thresholds = reader.take_all<std::int32_t>(linear.outputs * levels);
    for (std::size_t t = 1; t < linear.thresholds.size(); ++t) {
      if (t % levels != 0 && linear.thresholds[t] < linear.thresholds[t - 1]) {
        reader.source().fail_here("expected ascending thresholds but {} follows {}", linear.thresholds[t],
                                  linear.thresholds[t - 1]);
      }
    }
    if (!sums_fit(linear))
      reader.source().fail_here("expected weights whose sums fit 32 bits but they do not");
    return linear;
  }
  PixelThresholds thresholds;
  thresholds.level = reader.take<std::uint8_t>();
  thresholds.pixels = reader.take_all<std::uint32_t>(
      reader.take_within<std::uint32_t>("a number of pixels", 1, static_cast<std::uint32_t>(inputs)));
  const auto not_ascending = [](std::uint32_t a, std::uint32_t b) { return a >= b; };
  if (std::ranges::adjacent_find(thresholds.pixels, not_ascending) != thresholds.pixels.end() ||
      thresholds.pixels.back() >= inputs) {
    reader.source().fail_here("expected ascending numbers of pixels below {} but found others", inputs);
  }
  return thresholds;
}

PixelScaling take_scaling(BinaryReader& reader, std::size_t inputs) {
  PixelScaling scaling{reader.take_all<double>(inputs), reader.take_all<double>(inputs)};
  for (std::size_t i = 0; i < inputs; ++i) {
    const double range = scaling.maximum[i] - scaling.minimum[i];
    if (!(range >= 0 && std::isfinite(range))) {
      reader.source().fail_here(
          "expected a finite range of the numbers of column {} but it goes from {} to {}", i,
          scaling.minimum[i], scaling.maximum[i]);
    }
  }
  return scaling;
}

}  // namespace

void put_feature_map(BinaryWriter& writer, const FeatureMap& map) {
  writer.put(static_cast<std::uint32_t>(map.rows));
  writer.put(static_cast<std::uint32_t>(map.columns));
  writer.put(static_cast<std::uint8_t>(map.scaling.empty() ? 0 : 1));
  writer.put_all<double>(map.scaling.minimum);
  writer.put_all<double>(map.scaling.maximum);
  writer.put(static_cast<std::uint8_t>(map.deskew ? 1 : 0));
  writer.put(static_cast<std::uint8_t>(map.depth));
  writer.put(static_cast<std::uint8_t>(map.parts.size()));
  for (const FeatureMap::Part& part : map.parts) put_part(writer, part);
}

FeatureMap take_feature_map(BinaryReader& reader) {
  FeatureMap map;
  map.rows = static_cast<int>(reader.take_within<std::uint32_t>("rows", 1, kMostImageInputs));
  const auto most_columns =
      static_cast<std::uint32_t>(kMostImageInputs / static_cast<std::uint32_t>(map.rows));
  map.columns = static_cast<int>(reader.take_within<std::uint32_t>("columns", 1, most_columns));
  if (reader.take_within<std::uint8_t>("a mark of scaling", 0, 1) == 1) {
    map.scaling = take_scaling(reader, map.inputs());
  }
  map.deskew = reader.take_within<std::uint8_t>("a mark of deskewing", 0, 1) == 1;
  if (map.deskew) check_deskew_size(map.rows, map.columns);
  map.depth = reader.take_within<std::uint8_t>("bits of an input", 1, kMostFeatureDepth);
  constexpr std::uint8_t kMostParts = 8;
  const auto parts = reader.take_within<std::uint8_t>("a number of kinds of features", 1, kMostParts);
  for (std::uint8_t p = 0; p < parts; ++p) map.parts.push_back(take_part(reader, map.inputs(), map.depth));
  if (map.outputs() % 2 == 0 || map.outputs() > kMostBits) {
    reader.source().fail_here("expected an odd number of outputs up to {} but there are {}", kMostBits,
                              map.outputs());
  }
  return map;
}

}  // namespace bitbasin
