// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/data/image_set.h"

namespace bitbasin {

// How else a model looks at an image before it decides: the sums of all views are added.
struct ImageViews {
  bool shifts = false;  // moved by a pixel up, down, left and right
  bool mirror = false;  // every view with left and right exchanged as well

  bool any() const { return shifts || mirror; }
  bool operator==(const ImageViews&) const = default;
};

inline constexpr std::string_view kNoViews = "none";

// "none", "shifts", "mirror" or "shifts,mirror". Fails on anything else.
ImageViews parse_views(std::string_view text);
std::string to_string(const ImageViews& views);

// Fails if there are views of images without rows and columns.
void check_views_size(const ImageViews& views, int rows, int columns);

// One view: moved by whole pixels, with zeros where nothing was, and then mirrored or not.
struct ImageView {
  int down = 0;
  int right = 0;
  bool mirrored = false;

  bool operator==(const ImageView&) const = default;
};

// All views, the image as it is first.
std::vector<ImageView> list_views(const ImageViews& views);

// The images of a set in one view. Labels stay.
ImageSet seen_in(const ImageView& view, const ImageSet& images, int threads);

// The images in all views, one set after the other: view v of image i is number v P + i.
ImageSet all_views(const ImageSet& images, const ImageViews& views, int threads);

}  // namespace bitbasin
