// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/plot/image_grid.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <numeric>

#include "bitbasin/base/error.h"

namespace bitbasin::image_grid_test {
namespace {

TEST(ImageGrid, PlacesImagesRowByRow) {
  const std::vector<std::uint8_t> pixels = {1, 2, 3, 4, 5, 6};  // three images, two wide and one high
  const GreyImage grid = image_grid(pixels, 2, 1, 2);
  EXPECT_EQ(grid.width, 7u);
  EXPECT_EQ(grid.height, 5u);
  const std::uint8_t _ = 90;
  EXPECT_EQ(grid.pixels, (std::vector<std::uint8_t>{
                             _, _, _, _, _, _, _,  //
                             _, 1, 2, _, 3, 4, _,  //
                             _, _, _, _, _, _, _,  //
                             _, 5, 6, _, _, _, _,  //
                             _, _, _, _, _, _, _,
                         }));
  const GreyImage large = image_grid(pixels, 2, 1, 3, 2);
  EXPECT_EQ(large.width, 2u * (3 * 3 + 1));
  EXPECT_EQ(large.height, 6u);
  EXPECT_EQ(large.pixels[2 * large.width + 2], 1);
  EXPECT_EQ(large.pixels[3 * large.width + 3], 1);
  EXPECT_EQ(large.pixels[3 * large.width + 4], 2);
  EXPECT_THROW(image_grid({}, 2, 1, 2), Error);
}

TEST(ImageGrid, SignedValuesAreGreyAroundTheMiddle) {
  EXPECT_EQ(signed_grey(std::vector<float>{0, 2, -2, 1}), (std::vector<std::uint8_t>{128, 255, 0, 191}));
  EXPECT_EQ(signed_grey(std::vector<float>{0.5f, -0.25f}), (std::vector<std::uint8_t>{255, 64}));
  EXPECT_EQ(signed_grey(std::vector<float>{0, 0}), (std::vector<std::uint8_t>{128, 128}));
}

// A reader of our PNG files, chunk by chunk.
TEST(ImageGrid, PngHoldsTheImage) {
  GreyImage image{31, 17, std::vector<std::uint8_t>(31 * 17)};
  std::iota(image.pixels.begin(), image.pixels.end(), std::uint8_t{3});
  const std::string png = to_png(image);
  ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(png[at + i]);
    return value;
  };
  std::string types, data;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t size = number(at);
    const std::string type = png.substr(at + 4, 4);
    types += type;
    if (type == "IHDR") {
      EXPECT_EQ(number(at + 8), 31u);
      EXPECT_EQ(number(at + 12), 17u);
      EXPECT_EQ(png[at + 16], 8);
    }
    if (type == "IDAT") data = png.substr(at + 8, size);
    EXPECT_EQ(number(at + 8 + size),
              crc32(0, reinterpret_cast<const Bytef*>(png.data()) + at + 4, static_cast<uInt>(size + 4)));
    at += size + 12;
  }
  EXPECT_EQ(types, "IHDRIDATIEND");
  std::vector<std::uint8_t> rows(32 * 17);
  uLongf size = rows.size();
  ASSERT_EQ(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(data.data()), data.size()), Z_OK);
  ASSERT_EQ(size, rows.size());
  for (std::size_t y = 0; y < 17; ++y) {
    EXPECT_EQ(rows[y * 32], 0);
    for (std::size_t x = 0; x < 31; ++x) EXPECT_EQ(rows[y * 32 + 1 + x], image.pixels[y * 31 + x]);
  }
}

}  // namespace
}  // namespace bitbasin::image_grid_test
