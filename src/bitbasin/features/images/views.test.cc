// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::views_test {
namespace {

using Pixels = std::vector<std::uint8_t>;

// 2 x 3 pixels.
Pixels seen(const ImageView& view) {
  const ImageSet images{2, 3, 0, {1, 2, 3, 4, 5, 6}, {}};
  return seen_in(view, images, 1).pixels;
}

TEST(Views, MoveByWholePixelsAndThenMirror) {
  EXPECT_EQ(seen({}), (Pixels{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(seen({-1, 0}), (Pixels{4, 5, 6, 0, 0, 0}));
  EXPECT_EQ(seen({1, 0}), (Pixels{0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(seen({0, -1}), (Pixels{2, 3, 0, 5, 6, 0}));
  EXPECT_EQ(seen({0, 1}), (Pixels{0, 1, 2, 0, 4, 5}));
  EXPECT_EQ(seen({0, 0, true}), (Pixels{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(seen({1, 1, true}), (Pixels{0, 0, 0, 2, 1, 0}));
  EXPECT_EQ(seen({2, 0}), Pixels(6));
  EXPECT_EQ(seen({0, -3}), Pixels(6));
}

TEST(Views, AreListedWithTheImageItselfFirst) {
  const std::vector<ImageView> shifts{{}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  EXPECT_EQ(list_views({}), std::vector<ImageView>(1));
  EXPECT_EQ(list_views({true, false}), shifts);
  EXPECT_EQ(list_views({false, true}), (std::vector<ImageView>{{}, {0, 0, true}}));
  std::vector<ImageView> both = shifts;
  for (const ImageView& view : shifts) both.push_back({view.down, view.right, true});
  EXPECT_EQ(list_views({true, true}), both);
}

TEST(Views, OfASetFollowEachOther) {
  ImageSet images{4, 5, 3, Pixels(20 * 600), std::vector<std::uint16_t>(600, 2)};
  for (std::size_t i = 0; i < images.pixels.size(); ++i) images.pixels[i] = static_cast<std::uint8_t>(i * 7);
  const ImageSet all = all_views(images, {true, true}, 3);
  EXPECT_EQ(all.size(), 6000u);
  EXPECT_EQ(all.labels, std::vector<std::uint16_t>(6000, 2));
  const std::vector<ImageView> list = list_views({true, true});
  for (std::size_t v = 0; v < list.size(); ++v) {
    const ImageSet one = seen_in(list[v], images, 1);
    EXPECT_TRUE(std::equal(one.pixels.begin(), one.pixels.end(),
                           all.pixels.begin() + static_cast<std::ptrdiff_t>(v * one.pixels.size())));
  }
  EXPECT_EQ(all_views(images, {}, 2).pixels, images.pixels);
}

TEST(Views, AreWrittenAsTheyAreRead) {
  for (const char* text : {"none", "shifts", "mirror", "shifts,mirror"}) {
    EXPECT_EQ(to_string(parse_views(text)), text);
  }
  EXPECT_EQ(to_string(parse_views("mirror,shifts")), "shifts,mirror");
  EXPECT_FALSE(parse_views("none").any());
  for (const char* text : {"", "all", "shifts,", "shifts,shifts", "mirror,none", "Shifts"}) {
    EXPECT_EQ(error_text([&] { parse_views(text); }),
              "expected views (none, shifts, mirror or shifts,mirror), got '" + std::string(text) + "'");
  }
  check_views_size({}, 1, 30);
  check_views_size({true, false}, 2, 2);
  EXPECT_EQ(error_text([] {
              check_views_size({true, false}, 1, 30);
            }),
            "expected images of rows and columns for the views shifts, got 1 x 30");
  EXPECT_EQ(error_text([] {
              check_views_size({false, true}, 30, 1);
            }),
            "expected images of rows and columns for the views mirror, got 30 x 1");
}

}  // namespace
}  // namespace bitbasin::views_test
