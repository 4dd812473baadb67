// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/plot/image_grid.h"

#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

constexpr std::uint8_t kLineGrey = 90;

void append_big_endian(std::string& bytes, std::uint64_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
}

const Bytef* as_bytes(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

// Length, type, content, and the checksum of the type and the content.
void append_chunk(std::string& png, const std::string& type, const std::string& content) {
  append_big_endian(png, content.size());
  const std::string checked = type + content;
  png += checked;
  append_big_endian(png, crc32(0, as_bytes(checked), static_cast<uInt>(checked.size())));
}

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(out.data()), &size, as_bytes(bytes),
                               static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (result != Z_OK) fail("could not compress an image of {} bytes", bytes.size());
  out.resize(size);
  return out;
}

}  // namespace

GreyImage image_grid(std::span<const std::uint8_t> pixels, std::size_t width, std::size_t height,
                     std::size_t columns, std::size_t scale) {
  assert(width > 0 && height > 0 && columns > 0 && scale > 0 && pixels.size() % (width * height) == 0);
  const std::size_t count = pixels.size() / (width * height);
  if (count == 0) fail("expected images to draw, got none");
  columns = std::min(columns, count);
  const std::size_t rows = (count + columns - 1) / columns;
  const std::size_t step_x = width * scale + scale, step_y = height * scale + scale;
  GreyImage grid{columns * step_x + scale, rows * step_y + scale, {}};
  grid.pixels.assign(grid.width * grid.height, kLineGrey);
  for (std::size_t m = 0; m < count; ++m) {
    const std::size_t left = m % columns * step_x + scale, top = m / columns * step_y + scale;
    for (std::size_t y = 0; y < height * scale; ++y) {
      for (std::size_t x = 0; x < width * scale; ++x) {
        grid.pixels[(top + y) * grid.width + left + x] = pixels[(m * height + y / scale) * width + x / scale];
      }
    }
  }
  return grid;
}

std::vector<std::uint8_t> signed_grey(std::span<const float> values) {
  float largest = 0;
  for (const float v : values) largest = std::max(largest, std::abs(v));
  std::vector<std::uint8_t> grey(values.size(), 128);
  if (largest == 0) return grey;
  for (std::size_t i = 0; i < values.size(); ++i) {
    grey[i] = static_cast<std::uint8_t>(std::clamp(128 + 127.5f * values[i] / largest, 0.0f, 255.0f));
  }
  return grey;
}

std::string to_png(const GreyImage& image) {
  assert(image.pixels.size() == image.width * image.height && image.width > 0 && image.height > 0);
  std::string header;
  append_big_endian(header, image.width);
  append_big_endian(header, image.height);
  header += std::string("\x08\x00\x00\x00\x00", 5);  // 8 bits, grey, deflate, no filter, not interlaced
  std::string rows;
  for (std::size_t y = 0; y < image.height; ++y) {
    rows += '\0';  // this row is not filtered
    rows.append(reinterpret_cast<const char*>(image.pixels.data()) + y * image.width, image.width);
  }
  std::string png = "\x89PNG\r\n\x1a\n";
  append_chunk(png, "IHDR", header);
  append_chunk(png, "IDAT", compressed(rows));
  append_chunk(png, "IEND", "");
  return png;
}

}  // namespace bitbasin
