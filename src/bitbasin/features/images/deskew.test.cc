// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/deskew.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::deskew_test {
namespace {

using Image = std::vector<std::uint8_t>;

Image deskewed_copy(const Image& image, int rows, int columns) {
  Image out(image.size());
  deskew(image, rows, columns, out);
  return out;
}

// The same in real numbers, straight from the definition.
std::vector<double> simple_deskew(const Image& image, int rows, int columns) {
  const auto at = [&](int y, int x) {
    return y >= 0 && y < rows && x >= 0 && x < columns
               ? static_cast<double>(image[static_cast<std::size_t>(y * columns + x)])
               : 0;
  };
  double mass = 0, cx = 0, cy = 0, mu11 = 0, mu02 = 0;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      mass += at(y, x);
      cx += x * at(y, x);
      cy += y * at(y, x);
    }
  }
  cx /= mass;
  cy /= mass;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      mu11 += at(y, x) * (x - cx) * (y - cy);
      mu02 += at(y, x) * (y - cy) * (y - cy);
    }
  }
  const double shear = std::min(1.0, std::max(-1.0, mu11 / mu02));
  std::vector<double> out;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const double sy = cy + y - 0.5 * (rows - 1);
      const double sx = cx + x - 0.5 * (columns - 1) + shear * (y - 0.5 * (rows - 1));
      const int top = static_cast<int>(std::floor(sy));
      const int left = static_cast<int>(std::floor(sx));
      const double fy = sy - top;
      const double fx = sx - left;
      out.push_back((1 - fy) * ((1 - fx) * at(top, left) + fx * at(top, left + 1)) +
                    fy * ((1 - fx) * at(top + 1, left) + fx * at(top + 1, left + 1)));
    }
  }
  return out;
}

// A slanted bar with soft edges.
Image bar(int rows, int columns, double slant, double where) {
  Image image(static_cast<std::size_t>(rows * columns));
  for (int y = 2; y < rows - 2; ++y) {
    for (int x = 0; x < columns; ++x) {
      const double d = (x - where - slant * (y - 0.5 * rows)) / 1.5;
      image[static_cast<std::size_t>(y * columns + x)] = static_cast<std::uint8_t>(255 * std::exp(-d * d));
    }
  }
  return image;
}

TEST(Deskew, AgreesWithRealNumbers) {
  for (const double slant : {-0.9, -0.3, 0.0, 0.5, 2.0}) {
    for (const auto& [rows, columns] : {std::pair(28, 28), std::pair(9, 40), std::pair(31, 12)}) {
      const Image image = bar(rows, columns, slant, 0.4 * columns);
      const Image out = deskewed_copy(image, rows, columns);
      const std::vector<double> expected = simple_deskew(image, rows, columns);
      for (std::size_t i = 0; i < out.size(); ++i) {
        // A centre is rounded to 1/32 of a pixel and edges are as steep as 150 a pixel.
        ASSERT_NEAR(out[i], expected[i], 8) << slant << " " << rows << " " << i;
      }
    }
  }
}

TEST(Deskew, SetsABarUpright) {
  const Image out = deskewed_copy(bar(28, 28, 0.4, 10), 28, 28);
  for (int y = 6; y < 22; ++y) {
    for (const int x : {13, 14}) EXPECT_GT(out[static_cast<std::size_t>(28 * y + x)], 150) << y;
    for (const int x : {9, 18}) EXPECT_LT(out[static_cast<std::size_t>(28 * y + x)], 30) << y;
  }
}

TEST(Deskew, LeavesAnUprightImageInTheMiddleAsItIs) {
  Image image(25, 0);
  image[7] = image[12] = image[17] = 200;
  EXPECT_EQ(deskewed_copy(image, 5, 5), image);
  EXPECT_EQ(deskewed_copy(Image(25, 0), 5, 5), Image(25, 0));
  Image corner(25, 0), middle(25, 0);
  corner[0] = middle[12] = 9;
  EXPECT_EQ(deskewed_copy(corner, 5, 5), middle);
}

TEST(Deskew, LargeImagesDoNotOverflow) {
  Image image(1024 * 1024, 0);
  for (std::size_t y = 0; y < 1024; ++y) image[y * 1024 + y] = image[y * 1024] = 255;
  const Image out = deskewed_copy(image, 1024, 1024);
  EXPECT_GT(*std::max_element(out.begin(), out.end()), 100);
}

TEST(Deskew, SetsAreTheSameForAllThreads) {
  ImageSet set{12, 10, 2, {}, {}};
  Stream stream(1, purpose("test.deskew"));
  for (int i = 0; i < 300 * 120; ++i) set.pixels.push_back(static_cast<std::uint8_t>(stream.next()));
  set.labels.assign(300, 1);
  const ImageSet one = deskewed(set, 1);
  EXPECT_EQ(one.pixels, deskewed(set, 3).pixels);
  EXPECT_EQ(one.labels, set.labels);
  Image last(120);
  deskew(set.image(299), 12, 10, last);
  EXPECT_TRUE(std::equal(last.begin(), last.end(), one.image(299).begin()));
}

TEST(Deskew, RefusesWhatIsNoImage) {
  EXPECT_EQ(error_text([] {
              deskewed({1, 784, 0, {}, {}}, 1);
            }),
            "expected images of 2 x 2 to 1024 x 1024 pixels to deskew, got 1 x 784");
}

}  // namespace
}  // namespace bitbasin::deskew_test
