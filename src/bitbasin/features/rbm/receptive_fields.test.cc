// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/receptive_fields.h"

#include <gtest/gtest.h>

namespace bitbasin::receptive_fields_test {
namespace {

TEST(ReceptiveFields, LieWithinTheImageAroundInk) {
  std::vector<std::uint64_t> ink(12 * 20);
  ink[3 * 20 + 7] = 3;   // row 3, column 7
  ink[11 * 20 + 0] = 1;  // the lower left corner
  const std::vector<Window> windows = random_windows(ink, 20, 0.3, 1000, 1);
  const Window middle{1, 4, 4, 6}, corner{8, 0, 4, 6};
  std::size_t in_corner = 0;
  for (const Window& w : windows) {
    EXPECT_TRUE(w == middle || w == corner) << w.top << ", " << w.left;
    in_corner += w == corner;
  }
  EXPECT_NEAR(static_cast<double>(in_corner), 250, 5 * 14);  // five times the deviation
  EXPECT_TRUE(middle.holds(1, 4));
  EXPECT_TRUE(middle.holds(4, 9));
  EXPECT_FALSE(middle.holds(0, 4));
  EXPECT_FALSE(middle.holds(5, 9));
  EXPECT_FALSE(middle.holds(4, 10));
}

TEST(ReceptiveFields, SizesAreRounded) {
  const std::vector<std::uint64_t> ink(10 * 20, 1);
  const struct {
    double size;
    std::size_t height, width;
  } cases[] = {{0.44, 4, 9}, {0.46, 5, 9}, {0.42, 4, 8}};
  for (const auto& c : cases) {
    const Window w = random_windows(ink, 20, c.size, 1, 1).front();
    EXPECT_EQ(w.height, c.height) << c.size;
    EXPECT_EQ(w.width, c.width) << c.size;
  }
}

TEST(ReceptiveFields, SizesStayWithinTheImage) {
  const std::vector<std::uint64_t> ink(5 * 4, 1);
  for (const Window& w : random_windows(ink, 4, 1, 20, 1)) EXPECT_EQ(w, (Window{0, 0, 5, 4}));
  for (const Window& w : random_windows(ink, 4, 0.01, 20, 1)) {
    EXPECT_EQ(w.height, 2u);
    EXPECT_EQ(w.width, 2u);
    EXPECT_LE(w.top + w.height, 5u);
    EXPECT_LE(w.left + w.width, 4u);
  }
}

}  // namespace
}  // namespace bitbasin::receptive_fields_test
