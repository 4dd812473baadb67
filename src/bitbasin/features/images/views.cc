// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/views.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/base/parse_number.h"
#include "bitbasin/base/split.h"

namespace bitbasin {
namespace {

void see(const ImageView& view, std::span<const std::uint8_t> image, int rows, int columns,
         std::span<std::uint8_t> out) {
  std::ranges::fill(out, std::uint8_t{0});
  const int first = std::max(0, view.right);
  const int last = std::min(columns, columns + view.right);
  for (int y = std::max(0, view.down); y < std::min(rows, rows + view.down); ++y) {
    const std::uint8_t* from = image.data() + (y - view.down) * columns;
    std::uint8_t* to = out.data() + y * columns;
    for (int x = first; x < last; ++x) to[x] = from[x - view.right];
    if (view.mirrored) std::reverse(to, to + columns);
  }
}

}  // namespace

ImageViews parse_views(std::string_view text) {
  ImageViews views;
  if (text == kNoViews) return views;
  for (const std::string_view name : split(text, ',')) {
    bool* view = name == "shifts" ? &views.shifts : name == "mirror" ? &views.mirror : nullptr;
    if (view == nullptr || *view)
      fail("expected views (none, shifts, mirror or shifts,mirror), got {}", quote(text));
    *view = true;
  }
  return views;
}

std::string to_string(const ImageViews& views) {
  if (views.shifts) return views.mirror ? "shifts,mirror" : "shifts";
  return views.mirror ? "mirror" : std::string(kNoViews);
}

void check_views_size(const ImageViews& views, int rows, int columns) {
  if (views.any() && (rows < 2 || columns < 2)) {
    fail("expected images of rows and columns for the views {}, got {} x {}", to_string(views), rows,
         columns);
  }
}

std::vector<ImageView> list_views(const ImageViews& views) {
  std::vector<ImageView> all{{}};
  if (views.shifts) all.insert(all.end(), {{-1, 0}, {1, 0}, {0, -1}, {0, 1}});
  if (views.mirror) {
    for (std::size_t v = 0, own = all.size(); v < own; ++v) all.push_back({all[v].down, all[v].right, true});
  }
  return all;
}

ImageSet seen_in(const ImageView& view, const ImageSet& images, int threads) {
  ImageSet seen = images;
  if (view == ImageView{}) return seen;
  constexpr std::size_t kGrain = 256;  // images, a tenth of a millisecond
  parallel_ranges(images.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      see(view, images.image(k), images.rows, images.columns,
          {seen.pixels.data() + k * seen.inputs(), seen.inputs()});
    }
  });
  return seen;
}

ImageSet all_views(const ImageSet& images, const ImageViews& views, int threads) {
  const std::vector<ImageView> list = list_views(views);
  ImageSet all = images;
  for (std::size_t v = 1; v < list.size(); ++v) {
    const ImageSet seen = seen_in(list[v], images, threads);
    all.pixels.insert(all.pixels.end(), seen.pixels.begin(), seen.pixels.end());
    all.labels.insert(all.labels.end(), seen.labels.begin(), seen.labels.end());
  }
  return all;
}

}  // namespace bitbasin
