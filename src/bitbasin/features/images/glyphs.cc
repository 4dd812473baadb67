// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/glyphs.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

struct Point {
  double y, x;
};

double distance_to_stroke(Point p, Point from, Point to) {
  const double dy = to.y - from.y;
  const double dx = to.x - from.x;
  const double length2 = dy * dy + dx * dx;
  const double along = length2 > 0 ? ((p.y - from.y) * dy + (p.x - from.x) * dx) / length2 : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double ey = p.y - from.y - t * dy;
  const double ex = p.x - from.x - t * dx;
  return std::sqrt(ey * ey + ex * ex);
}

// The pen goes from point to point within the middle two thirds of the image.
std::vector<std::uint8_t> draw_letter(const GlyphOptions& options, std::uint64_t seed, std::uint64_t letter) {
  Stream stream(seed, purpose("features.glyphs.letter"), letter);
  const double size = static_cast<double>(options.size);
  std::vector<Point> points;
  for (std::int64_t s = 0; s <= options.strokes; ++s) {
    const double y = size * (1 + 4 * uniform01(stream)) / 6;
    const double x = size * (1 + 4 * uniform01(stream)) / 6;
    points.push_back({y, x});
  }
  const double pen = size / 16;  // half of its width; one pixel more to fade out
  std::vector<std::uint8_t> image;
  for (int y = 0; y < options.size; ++y) {
    for (int x = 0; x < options.size; ++x) {
      double nearest = size;
      for (std::size_t s = 0; s + 1 < points.size(); ++s) {
        nearest = std::min(nearest, distance_to_stroke({y + 0.5, x + 0.5}, points[s], points[s + 1]));
      }
      image.push_back(static_cast<std::uint8_t>(255 * std::clamp(1 + pen - nearest, 0.0, 1.0) + 0.5));
    }
  }
  return image;
}

ImageSet write_letters(const std::vector<std::vector<std::uint8_t>>& letters, std::int64_t count,
                       const GlyphOptions& options, Stream (*hand)(std::uint64_t, std::uint64_t),
                       std::uint64_t seed) {
  const int size = static_cast<int>(options.size);
  ImageSet set{size, size, static_cast<int>(options.classes), {}, {}};
  // Strengths for 28 pixels, in proportion.
  const double pixels = options.deformation * static_cast<double>(size) / 28;
  const AugmentOptions strength{0,
                                12 * options.deformation,
                                std::min(0.5, 0.15 * options.deformation),
                                0.15 * options.deformation,
                                1.5 * pixels,
                                1.2 * pixels,
                                4.0 * size / 28};
  set.pixels.resize(static_cast<std::size_t>(count) * set.inputs());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const std::size_t letter = i % letters.size();
    set.labels.push_back(static_cast<std::uint16_t>(letter));
    deform(letters[letter], size, size, strength, hand(seed, i),
           {set.pixels.data() + i * set.inputs(), set.inputs()});
  }
  return set;
}

}  // namespace

const OptionTable<GlyphOptions>& glyph_options() {
  static const OptionTable<GlyphOptions> table{
      option("classes", &GlyphOptions::classes, {2, 256}, "number of letters in the script"),
      option("train", &GlyphOptions::train, {1, 10000000}, "number of training images"),
      option("test", &GlyphOptions::test, {1, 10000000}, "number of test images"),
      option("size", &GlyphOptions::size, {4, 256}, "height and width of an image in pixels"),
      option("strokes", &GlyphOptions::strokes, {1, 100}, "strokes per letter"),
      option("deformation", &GlyphOptions::deformation, {0, 5}, "how much handwritings differ"),
  };
  return table;
}

DataSet random_glyphs(const GlyphOptions& options, std::uint64_t seed) {
  std::vector<std::vector<std::uint8_t>> letters;
  for (std::int64_t c = 0; c < options.classes; ++c) {
    letters.push_back(draw_letter(options, seed, static_cast<std::uint64_t>(c)));
  }
  DataSet set;
  set.train = write_letters(
      letters, options.train, options,
      [](std::uint64_t s, std::uint64_t i) { return Stream(s, purpose("features.glyphs.train"), i); }, seed);
  set.test = write_letters(
      letters, options.test, options,
      [](std::uint64_t s, std::uint64_t i) { return Stream(s, purpose("features.glyphs.test"), i); }, seed);
  return set;
}

}  // namespace bitbasin
