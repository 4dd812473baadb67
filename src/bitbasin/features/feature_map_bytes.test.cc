// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_map_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/glyphs.h"

namespace bitbasin::feature_map_bytes_test {
namespace {

using testing::HasSubstr;

std::string bytes_of(const FeatureMap& map) {
  BinaryWriter writer;
  put_feature_map(writer, map);
  return writer.bytes();
}

FeatureMap map_from(const std::string& bytes) {
  ByteReader source(bytes, "map");
  BinaryReader reader(source);
  FeatureMap map = take_feature_map(reader);
  source.expect_end();
  return map;
}

TEST(FeatureMapBytes, GiveTheMapBack) {
  for (const char* spec : {"threshold", "deskew,project:7", "rbm:5:epochs=1,threshold,project:2",
                           "patches:3:size=4:cells=3:levels=2,project:3", "patches:3:contrast=200",
                           "bitpatches:3:cells=3,project:3", "project:9,products:3"}) {
    RunControl control;
    const ImageSet train = random_glyphs({5, 200, 10, 12, 3, 1}, 1).train;
    FeatureMap map = fit_feature_map(parse_feature_spec(spec), train, {}, 1, 1, control);
    EXPECT_EQ(map_from(bytes_of(map)), map) << spec;
    map.scaling = {std::vector<double>(144, -1.5), std::vector<double>(144, 2.25)};
    EXPECT_EQ(map_from(bytes_of(map)), map) << spec;
  }
}

TEST(FeatureMapBytes, AreRefusedWhereTheyAreNoMap) {
  const LinearBits linear{4, 1, {1, 2, 3, 4}, {5}};
  const FeatureMap good{2, 2, {}, true, 1, {linear}};
  EXPECT_EQ(map_from(bytes_of(good)), good);
  const auto error = [&](auto damage) {
    FeatureMap map = good;
    damage(map);
    const std::string bytes = bytes_of(map);
    return error_text([&] { map_from(bytes); });
  };
  EXPECT_THAT(error([](FeatureMap& m) { m.rows = 0; }), HasSubstr("rows from 1 to 1048576, got 0"));
  EXPECT_THAT(error([](FeatureMap& m) { m.columns = 600000; }), HasSubstr("columns from 1 to 524288"));
  EXPECT_THAT(error([](FeatureMap& m) { m.rows = 1; }), HasSubstr("to deskew"));
  EXPECT_THAT(error([](FeatureMap& m) { m.parts.clear(); }), HasSubstr("a number of kinds of features"));
  EXPECT_THAT(error([](FeatureMap& m) {
                m.parts.emplace_back(PixelThresholds{5, {3}});
              }),
              HasSubstr("expected an odd number of outputs"));
  EXPECT_THAT(error([](FeatureMap& m) { m.depth = 5; }), HasSubstr("bits of an input from 1 to 4"));
  EXPECT_THAT(error([](FeatureMap& m) {
                m.parts = {LinearBits{4, 1, {1, 2, 3, 4}, {5, 6, 7}}};
              }),
              HasSubstr("expected 1 or 1 thresholds per unit, got 3"));
  EXPECT_THAT(error([](FeatureMap& m) {
                m.depth = 2;
                m.parts = {LinearBits{4, 1, {1, 2, 3, 4}, {5, 7, 6}}};
              }),
              HasSubstr("ascending thresholds, but 6 follows 7"));
  EXPECT_THAT(error([](FeatureMap& m) {
                m.parts = {PixelThresholds{5, {3, 1, 2}}};
              }),
              HasSubstr("ascending"));
  EXPECT_THAT(error([](FeatureMap& m) { m.parts = {PixelThresholds{5, {1, 2, 4}}}; }), HasSubstr("below 4"));
  EXPECT_THAT(error([](FeatureMap& m) {
                m.scaling = {{0, 0, 0, 0}, {1, 1, -1, 1}};
              }),
              HasSubstr("finite range of the numbers in column 2"));
  const LinearBits wide{300, 1, std::vector<std::int16_t>(300, 32767), {0}};
  const std::string bytes = bytes_of({1, 300, {}, false, 1, {wide}});
  EXPECT_THAT(error_text([&] { map_from(bytes); }), HasSubstr("sums of the weights do not fit in 32 bits"));
  const PatchBits patches{{2, 2, {1, 2, 3, 4, 5, 6, 7, 8}}, 1, {0, 1, 1}, {9, -2, 0}};
  EXPECT_EQ(map_from(bytes_of({3, 2, {}, false, 1, {patches}})).parts.at(0), FeatureMap::Part(patches));
  const auto patch_error = [&](auto damage) {
    PatchBits damaged = patches;
    damage(damaged);
    const std::string damaged_bytes = bytes_of({3, 2, {}, false, 1, {damaged}});
    return error_text([&] { map_from(damaged_bytes); });
  };
  EXPECT_THAT(patch_error([](PatchBits& p) { p.filters.size = 3; }),
              HasSubstr("pixels of a filter from 1 to 2, got 3"));
  EXPECT_THAT(patch_error([](PatchBits& p) { p.cells = 2; }), HasSubstr("a number of cells from 1 to 1"));
  EXPECT_THAT(patch_error([](PatchBits& p) { p.responses[2] = 2; }), HasSubstr("responses below 2"));
  EXPECT_THAT(patch_error([](PatchBits& p) { p.thresholds[2] = -2; }), HasSubstr("ascending"));
  PatchBits with_contrast = patches;
  with_contrast.contrast = 7;
  std::string contrast_bytes = bytes_of({3, 2, {}, false, 1, {with_contrast}});
  const std::size_t at = bytes_of({3, 2, {}, false, 1, {}}).size() + 1;
  ASSERT_EQ(contrast_bytes[at], 7);
  contrast_bytes[at] = 0;
  EXPECT_THAT(error_text([&] { map_from(contrast_bytes); }), HasSubstr("a contrast from 1 to 255, got 0"));
  const PatchFilters loud{2, 100, std::vector<std::int16_t>(400, 32767)};
  const std::string loud_bytes = bytes_of({2, 2, {}, false, 1, {PatchBits{loud, 1, {0}, {0}}}});
  EXPECT_THAT(error_text([&] { map_from(loud_bytes); }),
              HasSubstr("sums of the filters do not fit in 32 bits"));
  const PixelLevels levels{{0, 2, 2}, {0, 5, 9}};
  EXPECT_EQ(map_from(bytes_of({1, 3, {}, false, 1, {levels}})).parts.at(0), FeatureMap::Part(levels));
  for (const PixelLevels& bad : {PixelLevels{{0, 2, 3}, {0, 5, 9}}, PixelLevels{{0, 2, 2}, {0, 5, 5}},
                                 PixelLevels{{1, 0, 2}, {0, 5, 9}}}) {
    const std::string bad_bytes = bytes_of({1, 3, {}, false, 1, {bad}});
    EXPECT_THAT(error_text([&] { map_from(bad_bytes); }), HasSubstr("ascending numbers of pixels below 3"));
  }
  const BitPatches bits{9, 2, {2, {5, 15}, {0, 0, 1}, {1, 4, 3}}, {0, 1, 3, 7, 11}};
  EXPECT_EQ(map_from(bytes_of({3, 4, {}, false, 1, {bits}})).parts.at(0), FeatureMap::Part(bits));
  const auto bits_error = [&](auto damage) {
    BitPatches damaged = bits;
    damage(damaged);
    const std::string damaged_bytes = bytes_of({3, 4, {}, false, 1, {damaged}});
    return error_text([&] { map_from(damaged_bytes); });
  };
  EXPECT_THAT(bits_error([](BitPatches& b) { b.detectors.size = 4; }),
              HasSubstr("pixels of a filter from 1 to 3"));
  EXPECT_THAT(bits_error([](BitPatches& b) { b.cells = 3; }), HasSubstr("a number of cells from 1 to 2"));
  EXPECT_THAT(bits_error([](BitPatches& b) { b.detectors.filters[1] = 16; }),
              HasSubstr("expected filters of 4 bits"));
  EXPECT_THAT(bits_error([](BitPatches& b) { b.detectors.filter[2] = 2; }),
              HasSubstr("ascending detectors of 2 filters"));
  EXPECT_THAT(bits_error([](BitPatches& b) { b.detectors.least[0] = 0; }), HasSubstr("and 1 to 4 pixels"));
  EXPECT_THAT(bits_error([](BitPatches& b) { b.detectors.least[1] = 1; }), HasSubstr("ascending detectors"));
  EXPECT_THAT(bits_error([](BitPatches& b) { b.responses[4] = 12; }), HasSubstr("expected 1 to 12 bits"));
  const LinearBits three{4, 3, std::vector<std::int16_t>(12, 1), {5, 6, 7}};
  const BitProducts products{{1}, 2};
  EXPECT_EQ(map_from(bytes_of({2, 2, {}, false, 1, {three, products}})).parts.at(1),
            FeatureMap::Part(products));
  const auto products_error = [&](const FeatureMap& map) {
    const std::string damaged_bytes = bytes_of(map);
    return error_text([&] { map_from(damaged_bytes); });
  };
  EXPECT_THAT(products_error({2, 2, {}, false, 1, {products}}), HasSubstr("three features of one bit"));
  EXPECT_THAT(products_error({2, 2, {}, false, 2, {three, products}}),
              HasSubstr("three features of one bit"));
  EXPECT_THAT(products_error({2, 2, {}, false, 1, {three, BitProducts{{1}, 4}}}),
              HasSubstr("a number of products from 2 to 3, got 4"));
  EXPECT_THAT(products_error({2, 2, {}, false, 1, {three, BitProducts{{2}, 2}}}),
              HasSubstr("ascending distances from 1 to 1"));
  EXPECT_THAT(products_error({2, 2, {}, false, 1, {three, BitProducts{{1, 1}, 6}}}),
              HasSubstr("a number of distances from 1 to 1, got 2"));
  const std::string whole = bytes_of(good);
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(error_text([&] { map_from(whole.substr(0, size)); }), HasSubstr("ends after")) << size;
  }
}

}  // namespace
}  // namespace bitbasin::feature_map_bytes_test
