// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_map_bytes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bitbasin/features/images/deskew.h"

namespace bitbasin {
namespace {

constexpr std::uint8_t kLinearPart = 1;
constexpr std::uint8_t kPixelPart = 2;
constexpr std::uint8_t kPatchPart = 3;
constexpr std::uint8_t kLevelPart = 4;
constexpr std::uint8_t kBitPatchPart = 5;
constexpr std::uint8_t kContrastPatchPart = 6;  // patches after their contrast
constexpr std::uint8_t kProductPart = 7;
constexpr std::uint32_t kMostBits = 1u << 24;  // more than any network needs

class PutPart {
 public:
  explicit PutPart(BinaryWriter& writer) : writer_(writer) {}

  void operator()(const LinearBits& part) const {
    writer_.put(kLinearPart);
    writer_.put(static_cast<std::uint32_t>(part.outputs));
    writer_.put(static_cast<std::uint8_t>(part.levels()));
    writer_.put_all<std::int16_t>(part.weights);
    writer_.put_all<std::int32_t>(part.thresholds);
  }
  void operator()(const PixelThresholds& part) const {
    writer_.put(kPixelPart);
    writer_.put(part.level);
    writer_.put(static_cast<std::uint32_t>(part.pixels.size()));
    writer_.put_all<std::uint32_t>(part.pixels);
  }
  void operator()(const PatchBits& part) const {
    writer_.put(part.contrast > 0 ? kContrastPatchPart : kPatchPart);
    if (part.contrast > 0) writer_.put(part.contrast);
    writer_.put(static_cast<std::uint16_t>(part.filters.size));
    writer_.put(static_cast<std::uint16_t>(part.filters.count));
    writer_.put(static_cast<std::uint16_t>(part.cells));
    writer_.put(static_cast<std::uint32_t>(part.outputs()));
    writer_.put_all<std::int16_t>(part.filters.weights);
    writer_.put_all<std::uint32_t>(part.responses);
    writer_.put_all<std::int32_t>(part.thresholds);
  }
  void operator()(const PixelLevels& part) const {
    writer_.put(kLevelPart);
    writer_.put(static_cast<std::uint32_t>(part.outputs()));
    writer_.put_all<std::uint32_t>(part.pixels);
    writer_.put_all<std::uint8_t>(part.levels);
  }
  void operator()(const BitPatches& part) const {
    writer_.put(kBitPatchPart);
    writer_.put(part.ink);
    writer_.put(static_cast<std::uint8_t>(part.detectors.size));
    writer_.put(static_cast<std::uint16_t>(part.detectors.filters.size()));
    writer_.put(static_cast<std::uint16_t>(part.cells));
    writer_.put(static_cast<std::uint32_t>(part.detectors.count()));
    writer_.put_all<std::uint64_t>(part.detectors.filters);
    writer_.put_all<std::uint16_t>(part.detectors.filter);
    writer_.put_all<std::uint8_t>(part.detectors.least);
    std::vector<std::uint8_t> kept((part.detectors.count() * part.cells * part.cells + 7) / 8);
    for (const std::uint32_t r : part.responses) kept[r / 8] |= static_cast<std::uint8_t>(1u << r % 8);
    writer_.put_all<std::uint8_t>(kept);
  }
  void operator()(const BitProducts& part) const {
    writer_.put(kProductPart);
    writer_.put(static_cast<std::uint32_t>(part.distances.size()));
    writer_.put(static_cast<std::uint32_t>(part.outputs()));
    writer_.put_all<std::uint32_t>(part.distances);
  }

 private:
  BinaryWriter& writer_;
};

LinearBits take_linear(BinaryReader& reader, std::size_t inputs, std::size_t depth) {
  LinearBits linear;
  linear.inputs = inputs;
  linear.outputs = reader.take_within<std::uint32_t>("a number of units", 1, kMostBits);
  const auto levels = reader.take<std::uint8_t>();
  if (levels != 1 && levels != (1 << depth) - 1) {
    reader.source().fail_here("expected 1 or {} thresholds per unit, got {}", (1 << depth) - 1, levels);
  }
  linear.weights = reader.take_all<std::int16_t>(linear.outputs * inputs);
  linear.thresholds = reader.take_all<std::int32_t>(linear.outputs * levels);
  for (std::size_t t = 1; t < linear.thresholds.size(); ++t) {
    if (t % levels != 0 && linear.thresholds[t] < linear.thresholds[t - 1]) {
      reader.source().fail_here("expected ascending thresholds, but {} follows {}", linear.thresholds[t],
                                linear.thresholds[t - 1]);
    }
  }
  if (!sums_fit(linear)) reader.source().fail_here("the sums of the weights do not fit in 32 bits");
  return linear;
}

PixelThresholds take_pixels(BinaryReader& reader, std::size_t inputs) {
  PixelThresholds thresholds;
  thresholds.level = reader.take<std::uint8_t>();
  thresholds.pixels = reader.take_all<std::uint32_t>(
      reader.take_within<std::uint32_t>("a number of pixels", 1, static_cast<std::uint32_t>(inputs)));
  const auto not_ascending = [](std::uint32_t a, std::uint32_t b) { return a >= b; };
  if (std::ranges::adjacent_find(thresholds.pixels, not_ascending) != thresholds.pixels.end() ||
      thresholds.pixels.back() >= inputs) {
    reader.source().fail_here("expected ascending numbers of pixels below {}, found others", inputs);
  }
  return thresholds;
}

PatchBits take_patches(BinaryReader& reader, const FeatureMap& map, std::uint8_t contrast) {
  const auto side = static_cast<std::uint16_t>(std::min({map.rows, map.columns, 65535}));
  PatchBits patches;
  patches.contrast = contrast;
  patches.filters.size = reader.take_within<std::uint16_t>("pixels of a filter", 1, side);
  patches.filters.count = reader.take_within<std::uint16_t>("a number of filters", 1, 65535);
  const auto places = static_cast<std::uint16_t>(side - patches.filters.size + 1);
  patches.cells = reader.take_within<std::uint16_t>("a number of cells", 1, places);
  const std::size_t bits = reader.take_within<std::uint32_t>("a number of bits", 1, kMostBits);
  const std::size_t taps = patches.filters.size * patches.filters.size;
  patches.filters.weights = reader.take_all<std::int16_t>(patches.filters.count * taps);
  patches.responses = reader.take_all<std::uint32_t>(bits);
  patches.thresholds = reader.take_all<std::int32_t>(bits);
  const std::size_t responses = patches.cells * patches.cells * patches.filters.count;
  for (std::size_t j = 0; j < bits; ++j) {
    const auto order = [&](std::size_t k) { return std::pair(patches.responses[k], patches.thresholds[k]); };
    if (patches.responses[j] >= responses || (j > 0 && order(j) <= order(j - 1))) {
      reader.source().fail_here("expected ascending numbers of responses below {}, found others", responses);
    }
  }
  if (!sums_fit(patches.filters)) {
    reader.source().fail_here("the sums of the filters do not fit in 32 bits");
  }
  return patches;
}

PixelLevels take_levels(BinaryReader& reader, std::size_t inputs) {
  PixelLevels levels;
  const std::size_t bits = reader.take_within<std::uint32_t>("a number of bits", 1, kMostBits);
  levels.pixels = reader.take_all<std::uint32_t>(bits);
  levels.levels = reader.take_all<std::uint8_t>(bits);
  for (std::size_t j = 0; j < bits; ++j) {
    const auto order = [&](std::size_t k) { return std::pair(levels.pixels[k], levels.levels[k]); };
    if (levels.pixels[j] >= inputs || (j > 0 && order(j) <= order(j - 1))) {
      reader.source().fail_here("expected ascending numbers of pixels below {}, and levels, found others",
                                inputs);
    }
  }
  return levels;
}

BitDetectors take_detectors(BinaryReader& reader, std::uint8_t size, std::size_t filters, std::size_t count) {
  BitDetectors detectors;
  detectors.size = size;
  detectors.filters = reader.take_all<std::uint64_t>(filters);
  detectors.filter = reader.take_all<std::uint16_t>(count);
  detectors.least = reader.take_all<std::uint8_t>(count);
  const auto taps = static_cast<std::uint8_t>(detectors.taps());
  for (const std::uint64_t filter : detectors.filters) {
    if (taps < 64 && filter >> taps != 0)
      reader.source().fail_here("expected filters of {} bits, found longer ones", taps);
  }
  for (std::size_t d = 0; d < count; ++d) {
    const auto order = [&](std::size_t k) { return std::pair(detectors.filter[k], detectors.least[k]); };
    if (detectors.filter[d] >= filters || detectors.least[d] < 1 || detectors.least[d] > taps ||
        (d > 0 && order(d) <= order(d - 1))) {
      reader.source().fail_here("expected ascending detectors of {} filters and 1 to {} pixels, found others",
                                filters, taps);
    }
  }
  return detectors;
}

BitPatches take_bit_patches(BinaryReader& reader, const FeatureMap& map) {
  const int side = std::min(map.rows, map.columns);
  BitPatches patches;
  patches.ink = reader.take<std::uint8_t>();
  const auto most = static_cast<std::uint8_t>(std::min(side, static_cast<int>(BitBlocks::kSide)));
  const auto size = reader.take_within<std::uint8_t>("pixels of a filter", 1, most);
  const auto filters = reader.take_within<std::uint16_t>("a number of filters", 1, 65535);
  const auto places = static_cast<std::uint16_t>(std::min(side - size + 1, 255));
  patches.cells = reader.take_within<std::uint16_t>("a number of cells", 1, places);
  const std::size_t cells = patches.cells * patches.cells;
  const auto most_detectors = static_cast<std::uint32_t>(kMostBits / cells);
  const std::size_t count = reader.take_within<std::uint32_t>("a number of detectors", 1, most_detectors);
  patches.detectors = take_detectors(reader, size, filters, count);
  const auto kept = reader.take_all<std::uint8_t>((count * cells + 7) / 8);
  for (std::uint32_t r = 0; r < 8 * kept.size(); ++r) {
    if ((kept[r / 8] >> r % 8 & 1) != 0) patches.responses.push_back(r);
  }
  if (patches.responses.empty() || patches.responses.back() >= count * cells) {
    reader.source().fail_here("expected 1 to {} bits, found others", count * cells);
  }
  return patches;
}

BitProducts take_products(BinaryReader& reader, const FeatureMap& map) {
  const std::size_t others = map.outputs();
  const auto most = static_cast<std::uint32_t>(most_distances(others));
  if (map.depth > 1 || most == 0) {
    reader.source().fail_here("expected three features of one bit or more before products, found others");
  }
  const std::size_t count = reader.take_within<std::uint32_t>("a number of distances", 1, most);
  const auto all = static_cast<std::uint32_t>(std::min<std::size_t>(count * others, kMostBits));
  BitProducts products;
  products.bits = reader.take_within<std::uint32_t>("a number of products", all - 1, all);
  products.distances = reader.take_all<std::uint32_t>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t least = k == 0 ? 1 : products.distances[k - 1] + 1;
    if (products.distances[k] < least || products.distances[k] > most) {
      reader.source().fail_here("expected ascending distances from 1 to {}, found others", most);
    }
  }
  return products;
}

FeatureMap::Part take_part(BinaryReader& reader, const FeatureMap& map) {
  const auto kind = reader.take_within<std::uint8_t>("a kind of features", kLinearPart, kProductPart);
  if (kind == kLinearPart) return take_linear(reader, map.inputs(), map.depth);
  if (kind == kPixelPart) return take_pixels(reader, map.inputs());
  if (kind == kBitPatchPart) return take_bit_patches(reader, map);
  if (kind == kLevelPart) return take_levels(reader, map.inputs());
  if (kind == kPatchPart) return take_patches(reader, map, 0);
  if (kind == kProductPart) return take_products(reader, map);
  return take_patches(reader, map, reader.take_within<std::uint8_t>("a contrast", 1, 255));
}

PixelScaling take_scaling(BinaryReader& reader, std::size_t inputs) {
  PixelScaling scaling{reader.take_all<double>(inputs), reader.take_all<double>(inputs)};
  for (std::size_t i = 0; i < inputs; ++i) {
    const double range = scaling.maximum[i] - scaling.minimum[i];
    if (!(range >= 0 && std::isfinite(range))) {
      reader.source().fail_here("expected a finite range of the numbers in column {}, found {} to {}", i,
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
  for (const FeatureMap::Part& part : map.parts) std::visit(PutPart(writer), part);
}

std::size_t part_bytes(const FeatureMap::Part& part) {
  BinaryWriter writer;
  std::visit(PutPart(writer), part);
  return writer.bytes().size();
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
  for (std::uint8_t p = 0; p < parts; ++p) map.parts.push_back(take_part(reader, map));
  if (map.outputs() % 2 == 0 || map.outputs() > kMostBits) {
    reader.source().fail_here("expected an odd number of outputs up to {}, got {}", kMostBits, map.outputs());
  }
  return map;
}

}  // namespace bitbasin
