// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/augment.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// Uses only IEEE's + - * / and sqrt in a fixed order, so copies are the same on every machine.

double uniform_between(Stream& stream, double strength) {
  return strength * (2 * uniform01(stream) - 1);
}

double random_shift(Stream& stream, const AugmentOptions& options) {
  if (!options.whole) return uniform_between(stream, options.shift);
  // Each of -n .. n pixels is as likely.
  const double most = std::floor(options.shift);
  return std::floor((2 * most + 1) * uniform01(stream)) - most;
}

// out(y, x) is in at the point `at` + `by_y` (y - middle) + `by_x` (x - middle).
struct Affine {
  struct Point {
    float y, x;
  };
  Point at, by_y, by_x;
};

Affine random_affine(Stream& stream, int rows, int columns, const AugmentOptions& options) {
  constexpr double kPi = 3.14159265358979323846;
  // A rotation by 2 atan(t), so that no sine is needed; for 2 t = a it is the angle a up to a^3 / 12.
  const double t = uniform_between(stream, options.rotate * kPi / 360);
  const double cosine = (1 - t * t) / (1 + t * t);
  const double sine = 2 * t / (1 + t * t);
  const double size_y = 1 + uniform_between(stream, options.scale);
  const double size_x = 1 + uniform_between(stream, options.scale);
  const double shear = uniform_between(stream, options.shear);
  const double shift_y = random_shift(stream, options);
  const double shift_x = random_shift(stream, options);
  const auto point = [](double y, double x) {
    return Affine::Point{static_cast<float>(y), static_cast<float>(x)};
  };
  return {point(0.5 * (rows - 1) + shift_y, 0.5 * (columns - 1) + shift_x),
          point(cosine * size_y, (sine + shear) * size_y), point(-sine * size_x, cosine * size_x)};
}

// The width of a box whose triple convolution is as wide as a Gaussian: 3 (w^2 - 1) / 12 = sigma^2.
int box_width(double sigma, int rows, int columns) {
  const int half = static_cast<int>((std::sqrt(4 * sigma * sigma + 1) - 1) / 2 + 0.5);
  return std::min(2 * half + 1, (std::min(rows, columns) - 1) / 2 * 2 + 1);
}

// Each value becomes the sum over a window of `width` rows about it; the field is periodic. Rows move
// together, so that the sums run along vectors.
void box_sum(const std::vector<float>& in, int rows, int columns, int width, std::vector<float>& out) {
  const auto row = [&](const std::vector<float>& field, int y) {
    return field.data() +
           static_cast<std::size_t>((y % rows + rows) % rows) * static_cast<std::size_t>(columns);
  };
  float* first = out.data();
  std::fill_n(first, columns, 0.0f);
  for (int dy = -(width / 2); dy <= width / 2; ++dy) {
    const float* source = row(in, dy);
    for (int x = 0; x < columns; ++x) first[x] += source[x];
  }
  for (int y = 1; y < rows; ++y) {
    const float* before = out.data() + (y - 1) * columns;
    float* now = out.data() + y * columns;
    const float* enters = row(in, y + width / 2);
    const float* leaves = row(in, y - width / 2 - 1);
    for (int x = 0; x < columns; ++x) now[x] = before[x] + (enters[x] - leaves[x]);
  }
}

std::vector<float> transposed(const std::vector<float>& field, int rows, int columns) {
  std::vector<float> result(field.size());
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      result[static_cast<std::size_t>(x * rows + y)] = field[static_cast<std::size_t>(y * columns + x)];
    }
  }
  return result;
}

// How three boxes in a row scale the power of white noise: the sum of the squares of their common kernel.
double kernel_power(int width, int length) {
  std::vector<double> kernel(static_cast<std::size_t>(length));
  kernel[0] = 1;
  for (int pass = 0; pass < 3; ++pass) {
    std::vector<double> next(kernel.size());
    for (int i = 0; i < length; ++i) {
      for (int d = 0; d < width; ++d) {
        next[static_cast<std::size_t>((i + d) % length)] += kernel[static_cast<std::size_t>(i)];
      }
    }
    kernel = next;
  }
  return std::inner_product(kernel.begin(), kernel.end(), kernel.begin(), 0.0);
}

// How the noise becomes a displacement; the same for all copies.
struct Smoothing {
  int width;
  float amplitude;

  Smoothing(int rows, int columns, const AugmentOptions& options)
      : width(box_width(options.smooth, rows, columns)) {
    constexpr double kNoisePower = 256.0 * 256.0 / 12;  // of a byte
    const double power = kNoisePower * kernel_power(width, rows) * kernel_power(width, columns);
    amplitude = static_cast<float>(options.elastic / std::sqrt(power));
  }
};

// A smooth random field: bytes, summed by three boxes along each direction.
std::vector<float> random_field(Stream& stream, int rows, int columns, const Smoothing& smoothing) {
  const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  std::vector<float> field((size + 7) / 8 * 8);
  for (std::size_t i = 0; i < field.size(); i += 8) {
    const std::uint64_t word = stream.next();
    for (std::size_t b = 0; b < 8; ++b) {
      field[i + b] = static_cast<float>(static_cast<std::int32_t>(word >> 8 * b & 0xff)) - 127.5f;
    }
  }
  field.resize(size);
  std::vector<float> other(size);
  for (const bool along_rows : {true, false}) {
    const int length = along_rows ? rows : columns;
    const int across = along_rows ? columns : rows;
    for (int pass = 0; pass < 3; ++pass) {
      box_sum(field, length, across, smoothing.width, other);
      field.swap(other);
    }
    field = transposed(field, length, across);
  }
  for (float& value : field) value *= smoothing.amplitude;
  return field;
}

// The grey value between pixels; outside of the image it is 0.
float sample(const std::uint8_t* image, int rows, int columns, float y, float x) {
  // Written so that NaN counts as outside.
  if (!(y > -1 && x > -1 && y < static_cast<float>(rows) && x < static_cast<float>(columns))) return 0;
  const int top = static_cast<int>(y + 1) - 1;  // floor for what is above -1
  const int left = static_cast<int>(x + 1) - 1;
  const float down = y - static_cast<float>(top);
  const float right = x - static_cast<float>(left);
  const auto pixel = [&](int py, int px) {
    return py >= 0 && py < rows && px >= 0 && px < columns ? static_cast<float>(image[py * columns + px]) : 0;
  };
  const float upper = pixel(top, left) * (1 - right) + pixel(top, left + 1) * right;
  const float lower = pixel(top + 1, left) * (1 - right) + pixel(top + 1, left + 1) * right;
  return upper * (1 - down) + lower * down;
}

void deform_with(const Smoothing& smoothing, std::span<const std::uint8_t> image, int rows, int columns,
                 const AugmentOptions& options, Stream stream, std::span<std::uint8_t> out) {
  const Affine affine = random_affine(stream, rows, columns, options);
  std::vector<float> move_y;
  std::vector<float> move_x;
  if (options.elastic > 0) {
    move_y = random_field(stream, rows, columns, smoothing);
    move_x = random_field(stream, rows, columns, smoothing);
  }
  for (int row = 0; row < rows; ++row) {
    const float dy = static_cast<float>(row) - 0.5f * static_cast<float>(rows - 1);
    for (int column = 0; column < columns; ++column) {
      const float dx = static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1);
      const auto i = static_cast<std::size_t>(row * columns + column);
      float y = affine.at.y + affine.by_y.y * dy + affine.by_x.y * dx;
      float x = affine.at.x + affine.by_y.x * dy + affine.by_x.x * dx;
      if (options.elastic > 0) {
        y += move_y[i];
        x += move_x[i];
      }
      out[i] = static_cast<std::uint8_t>(sample(image.data(), rows, columns, y, x) + 0.5f);
    }
  }
  // Drawn last, so that a copy is the same with and without, but for its side.
  if (options.mirror > 0 && uniform01(stream) < options.mirror) {
    for (int row = 0; row < rows; ++row) {
      const auto line =
          out.subspan(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
      std::reverse(line.begin(), line.end());
    }
  }
}

}  // namespace

const OptionTable<AugmentOptions>& augment_options() {
  static const OptionTable<AugmentOptions> table{
      option("copies", &AugmentOptions::copies, {0, 1000}, "deformed copies of each training image"),
      option("rotate", &AugmentOptions::rotate, {0, 90}, "rotation in degrees, to either side"),
      option("scale", &AugmentOptions::scale, {0, 0.5}, "relative change of height and of width"),
      option("shear", &AugmentOptions::shear, {0, 1}, "slant in pixels per row"),
      option("shift", &AugmentOptions::shift, {0, 100}, "shift in pixels along each direction"),
      option("elastic", &AugmentOptions::elastic, {0, 100},
             "root mean square of the smooth displacement, in pixels along each direction"),
      option("smooth", &AugmentOptions::smooth, {0, 100}, "width of its smoothing, in pixels", "sigma"),
      younger(option("whole", &AugmentOptions::whole, "shifts by whole pixels only, which blur nothing")),
      younger(option("mirror", &AugmentOptions::mirror, {0, 1}, "probability that a copy is a mirror image")),
  };
  return table;
}

void deform(std::span<const std::uint8_t> image, int rows, int columns, const AugmentOptions& options,
            Stream stream, std::span<std::uint8_t> out) {
  assert(image.size() == out.size() && out.size() == static_cast<std::size_t>(rows * columns));
  deform_with(Smoothing(rows, columns, options), image, rows, columns, options, stream, out);
}

ImageSet augmented(const ImageSet& images, const AugmentOptions& options, std::uint64_t seed, int threads,
                   RunControl& control) {
  if (images.rows < 2 || images.columns < 2) {
    fail("expected images of rows and columns to deform, got {} x {}", images.rows, images.columns);
  }
  const Smoothing smoothing(images.rows, images.columns, options);
  const std::size_t count = images.size();
  const std::size_t inputs = images.inputs();
  const auto copies = static_cast<std::size_t>(options.copies);
  ImageSet all = images;
  all.pixels.resize(images.pixels.size() * (copies + 1));
  for (std::size_t c = 0; c < copies; ++c) {
    all.labels.insert(all.labels.end(), images.labels.begin(), images.labels.end());
  }
  constexpr std::size_t kPiece = 4096;  // images between two checks of the run control: 0.1 s
  for (std::size_t begin = count; begin < all.size(); begin += kPiece) {
    const std::size_t end = std::min(all.size(), begin + kPiece);
    if (!control.spend(end - begin)) return {};
    constexpr std::size_t kGrain = 16;
    parallel_ranges(end - begin, kGrain, threads, [&](std::size_t from, std::size_t to) {
      for (std::size_t k = begin + from; k < begin + to; ++k) {
        // Named by copy and image, so that more images or copies do not change the others.
        const std::uint64_t index = static_cast<std::uint64_t>(k / count) << 40 | k % count;
        deform_with(smoothing, images.image(k % count), images.rows, images.columns, options,
                    Stream(seed, purpose("features.augment"), index),
                    {all.pixels.data() + k * inputs, inputs});
      }
    });
    control.report({"deforming", end - count, all.size() - count});
  }
  return all;
}

}  // namespace bitbasin
