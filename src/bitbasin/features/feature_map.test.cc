// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_map.h"

#include <gtest/gtest.h>

#include <limits>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/deskew.h"
#include "bitbasin/features/images/glyphs.h"

namespace bitbasin::feature_map_test {
namespace {

FeatureMap fitted(const std::string& spec, const ImageSet& train) {
  RunControl control;
  return fit_feature_map(parse_feature_spec(spec), train, {}, 1, 1, control);
}

const DataSet& glyphs() {
  static const DataSet set = random_glyphs({5, 200, 130, 12, 3, 1}, 1);
  return set;
}

bool simple_patch_bit(const PatchBits& patches, std::size_t bit, int rows, int columns,
                      std::span<const std::uint8_t> image) {
  const auto size = static_cast<int>(patches.filters.size), cells = static_cast<int>(patches.cells);
  const std::size_t count = patches.filters.count, filter = patches.responses[bit] % count;
  const int cell = static_cast<int>(patches.responses[bit] / count);
  std::int64_t best = std::numeric_limits<std::int64_t>::min();
  for (int y = 0; y + size <= rows; ++y) {
    for (int x = 0; x + size <= columns; ++x) {
      // Place y of P is in cell c iff c P / cells <= y < (c + 1) P / cells, divided downwards.
      const auto inside = [cells](int at, int places, int c) {
        return at >= c * places / cells && at < (c + 1) * places / cells;
      };
      if (!inside(y, rows - size + 1, cell / cells) || !inside(x, columns - size + 1, cell % cells)) continue;
      std::int64_t own = 0, all = 0;
      for (std::size_t f = 0; f < count; ++f) {
        std::int64_t sum = 0;
        for (int i = 0; i < size * size; ++i) {
          const std::size_t tap =
              f * patches.filters.size * patches.filters.size + static_cast<std::size_t>(i);
          sum += patches.filters.weights[tap] *
                 image[static_cast<std::size_t>((y + i / size) * columns + x + i % size)];
        }
        all += std::max<std::int64_t>(sum, 0);
        if (f == filter) own = sum;
      }
      best = std::max(best, static_cast<std::int64_t>(count) * own - all);
    }
  }
  return best > patches.thresholds[bit];
}

bool simple_bit(const FeatureMap& map, std::size_t bit, std::size_t digit,
                std::span<const std::uint8_t> image) {
  for (const FeatureMap::Part& part : map.parts) {
    if (const auto* linear = std::get_if<LinearBits>(&part)) {
      if (bit >= linear->outputs) {
        bit -= linear->outputs;
        continue;
      }
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < linear->inputs; ++i)
        sum += linear->weights[bit * linear->inputs + i] * image[i];
      int value = 0;
      for (std::size_t t = 0; t < linear->levels(); ++t) {
        value += sum > linear->thresholds[bit * linear->levels() + t];
      }
      return linear->levels() == 1 ? value == 1 : (value >> digit & 1) == 1;
    }
    if (const auto* patches = std::get_if<PatchBits>(&part)) {
      if (bit < patches->outputs()) return simple_patch_bit(*patches, bit, map.rows, map.columns, image);
      bit -= patches->outputs();
      continue;
    }
    if (const auto* products = std::get_if<BitProducts>(&part)) {
      const std::size_t others = map.outputs() - products->outputs(), at = bit % others;
      const std::size_t other = (at + products->distances[bit / others]) % others;
      return simple_bit(map, at, 0, image) == simple_bit(map, other, 0, image);
    }
    const auto& thresholds = std::get<PixelThresholds>(part);
    if (bit < thresholds.pixels.size()) return image[thresholds.pixels[bit]] > thresholds.level;
    bit -= thresholds.pixels.size();
  }
  return false;
}

TEST(FeatureMap, EncodesStageByStage) {
  for (const char* spec :
       {"threshold", "deskew,threshold", "project:33", "rbm:21:epochs=1,threshold",
        "threshold,project:40,deskew", "patches:5:size=3:cells=3",
        "patches:5:size=3:cells=3,patches:5:size=3:cells=2,patches:5:size=4:cells=2,threshold",
        "deskew,patches:17:size=4:cells=2:levels=3,threshold,depth:2", "project:70,rbm:21:epochs=1",
        "products:2,threshold", "project:24,products:3", "deskew,patches:4:size=3,products",
        "depth:2,rbm:21:epochs=1", "rbm:20:epochs=1,threshold,depth:3"}) {
    const FeatureMap map = fitted(spec, glyphs().train);
    EXPECT_EQ(map.outputs() % 2, 1) << spec;
    const ImageSet upright = map.deskew ? deskewed(glyphs().test, 1) : glyphs().test;
    const BitMatrix bits = FeatureEncoder(map).encode(glyphs().test, 1);
    ASSERT_EQ(bits.rows(), 130 * map.depth);
    ASSERT_EQ(bits.cols(), map.outputs());
    for (std::size_t k = 0; k < bits.rows(); k += 7) {
      for (std::size_t j = 0; j < bits.cols(); ++j) {
        ASSERT_EQ(bits.get(k, j), simple_bit(map, j, k % map.depth, upright.image(k / map.depth)))
            << spec << " " << k << " " << j;
      }
    }
    for_every_simd_level([&](std::string_view) {
      for (const int threads : {1, 3})
        EXPECT_EQ(FeatureEncoder(map).encode(glyphs().test, threads), bits) << spec;
    });
  }
}

TEST(FeatureMap, TellsWhichPartsAreComputedTogether) {
  const FeatureMap map = fitted(
      "threshold,patches:5:size=3:cells=3,patches:5:size=3:cells=2,patches:5:size=3:cells=2:contrast=9,"
      "patches:6:size=3:cells=2,patches:6:size=3:whiten=1",
      glyphs().train);
  std::vector<std::size_t> counts;
  for (std::size_t p = 0; p < map.parts.size(); p += counts.back()) {
    counts.push_back(parts_together(map, p));
  }
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2, 1, 1, 1}));
}

TEST(FeatureMap, UnitsOfAnRbmAreOnWhereTheirProbabilityIsAboveOneHalf) {
  RunControl control;
  RbmOptions options;
  options.hidden = 31;
  options.epochs = 3;
  const ImageSet& train = glyphs().train;
  const Rbm rbm = train_rbm(train, options, 1, 1, control);
  // With more bits: the probability in multiples of 1/3.
  const BitMatrix thirds =
      FeatureEncoder({12, 12, {}, false, 2, {linear_bits(rbm, 2)}}).encode(glyphs().test, 1);
  std::size_t between = 0;
  for (std::size_t k = 0; k < glyphs().test.size(); ++k) {
    const std::vector<float> p = hidden_probabilities(rbm, glyphs().test.image(k));
    for (std::size_t j = 0; j < p.size(); ++j) {
      const int value = thirds.get(2 * k, j) + 2 * thirds.get(2 * k + 1, j);
      EXPECT_NEAR(static_cast<double>(value) / 3, p[j], 1.0 / 6 + 1e-3) << k << " " << j;
      between += value == 1 || value == 2;
    }
  }
  EXPECT_GT(between, 10);

  // At twice the temperature the outer thresholds are twice as far apart, or out of any sum's reach.
  const LinearBits cold = linear_bits(rbm, 2), warm = linear_bits(rbm, 2, 2);
  std::size_t compared = 0;
  for (std::size_t j = 0; j < rbm.hidden; ++j) {
    EXPECT_EQ(warm.thresholds[3 * j + 1], cold.thresholds[3 * j + 1]) << j;
    const auto outer = [j](const LinearBits& units) {
      return std::pair<double, double>(units.thresholds[3 * j], units.thresholds[3 * j + 2]);
    };
    const auto [low, high] = outer(warm);
    if (low < -2147483647.0 || high > 2147483646.0) continue;
    EXPECT_NEAR((high - low) / (outer(cold).second - outer(cold).first), 2, 1e-3) << j;
    ++compared;
  }
  EXPECT_GT(compared, 20u);

  const FeatureMap map{12, 12, {}, false, 1, {linear_bits(rbm, 1)}};
  const BitMatrix bits = FeatureEncoder(map).encode(glyphs().test, 1);
  std::size_t on = 0;
  for (std::size_t k = 0; k < bits.rows(); ++k) {
    const std::vector<float> p = hidden_probabilities(rbm, glyphs().test.image(k));
    for (std::size_t j = 0; j < p.size(); ++j) {
      if (std::abs(p[j] - 0.5f) < 1e-3f) continue;  // rounding may decide
      EXPECT_EQ(bits.get(k, j), p[j] > 0.5f) << k << " " << j;
      on += bits.get(k, j) ? 1 : 0;
    }
  }
  EXPECT_GT(on, 0);
}

TEST(FeatureMap, TakesImagesOfAnyShapeWithAsManyPixels) {
  const FeatureMap map = fitted("deskew,threshold", glyphs().train);
  ImageSet flat = glyphs().test;
  flat.rows = 1;
  flat.columns = 144;
  EXPECT_EQ(FeatureEncoder(map).encode(flat, 1), FeatureEncoder(map).encode(glyphs().test, 1));
  flat.rows = 2;
  EXPECT_EQ(error_text([&] { FeatureEncoder(map).encode(flat, 1); }),
            "expected images of 12 x 12 pixels, got 2 x 144");
}

TEST(FeatureMap, ShowsTheRbmAndItsImages) {
  RunControl control;
  std::vector<std::size_t> hidden;
  const auto look = [&](const Rbm& rbm, const ImageSet& images) {
    hidden.push_back(rbm.hidden);
    EXPECT_EQ(images.pixels, deskewed(glyphs().train, 1).pixels);
  };
  const FeatureSpec spec = parse_feature_spec("deskew,rbm:21:epochs=1,project:10");
  fit_feature_map(spec, glyphs().train, {}, 1, 1, control, look);
  EXPECT_EQ(hidden, std::vector<std::size_t>{21});
}

}  // namespace
}  // namespace bitbasin::feature_map_test
