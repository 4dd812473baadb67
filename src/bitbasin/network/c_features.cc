// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/c_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/network/c_patches.h"

namespace bitbasin {
namespace {

// The same arithmetic as PixelScaling::pixel.
void put_scaling(CText& out, const PixelScaling& scaling) {
  const auto number = [](double x) { return fmt::format("{:a}", x); };
  out.line("");
  out.array("double", "minimum", scaling.columns(),
            [&](std::size_t i) { return number(scaling.minimum[i]); });
  out.array("double", "maximum", scaling.columns(),
            [&](std::size_t i) { return number(scaling.maximum[i]); });
  out.block(R"(
void bitbasin_pixels(const double *numbers, unsigned char *image) {
  int i;
  for (i = 0; i < BITBASIN_INPUTS; ++i) {
    const double low = minimum[i], high = maximum[i], value = numbers[i];
    if (!(value > low)) image[i] = 0;
    else if (value >= high) image[i] = high > low ? 255 : 0;
    else image[i] = (unsigned char)((value - low) / (high - low) * 255 + 0.5);
  }
}
)");
}

// The same arithmetic as deskew(). Right shifts of negative numbers are implementation-defined in C, hence
// floor_at.
constexpr std::string_view kDeskew = R"(
static int64_t floor_at(int64_t value, int shift) {
  return value >= 0 ? value >> shift : -((-value + ((int64_t)1 << shift) - 1) >> shift);
}

static int64_t pixel_at(const unsigned char *image, int64_t y, int64_t x) {
  return y >= 0 && y < BITBASIN_ROWS && x >= 0 && x < BITBASIN_COLUMNS ? image[y * BITBASIN_COLUMNS + x] : 0;
}

static void deskew(const unsigned char *image, unsigned char *out) {
  int64_t blended[BITBASIN_COLUMNS + 1];
  int64_t mass = 0, sum_x = 0, sum_y = 0, mu_11 = 0, mu_02 = 0, shear = 0;
  int64_t x16 = 8 * (BITBASIN_COLUMNS - 1), y16 = 8 * (BITBASIN_ROWS - 1);
  int64_t x, y;
  for (y = 0; y < BITBASIN_ROWS; ++y) {
    for (x = 0; x < BITBASIN_COLUMNS; ++x) {
      const int64_t p = image[y * BITBASIN_COLUMNS + x];
      mass += p;
      sum_x += x * p;
      sum_y += y * p;
    }
  }
  if (mass > 0) {
    x16 = (32 * sum_x + mass) / (2 * mass);
    y16 = (32 * sum_y + mass) / (2 * mass);
    for (y = 0; y < BITBASIN_ROWS; ++y) {
      for (x = 0; x < BITBASIN_COLUMNS; ++x) {
        const int64_t p = image[y * BITBASIN_COLUMNS + x], dy = 16 * y - y16;
        mu_11 += (16 * x - x16) * p * dy;
        mu_02 += p * dy * dy;
      }
    }
    if (mu_11 > mu_02) mu_11 = mu_02;
    if (mu_11 < -mu_02) mu_11 = -mu_02;
    while (mu_02 >= (int64_t)1 << 46) {
      mu_11 /= 2;
      mu_02 /= 2;
    }
    if (mu_02 > 0) shear = mu_11 * 65536 / mu_02;
  }
  for (y = 0; y < BITBASIN_ROWS; ++y) {
    const int64_t twice = 2 * y - (BITBASIN_ROWS - 1);
    const int64_t source_y = twice * 32768 + y16 * 4096;
    const int64_t middle = (int64_t)(BITBASIN_COLUMNS - 1) * 32768;
    const int64_t source_x = x16 * 4096 - middle + floor_at(shear * twice, 1);
    const int64_t top = floor_at(source_y, 16), left = floor_at(source_x, 16);
    const int64_t down = floor_at(source_y, 8) - 256 * top, right = floor_at(source_x, 8) - 256 * left;
    for (x = 0; x <= BITBASIN_COLUMNS; ++x) {
      blended[x] = pixel_at(image, top, left + x) * (256 - down) + pixel_at(image, top + 1, left + x) * down;
    }
    for (x = 0; x < BITBASIN_COLUMNS; ++x) {
      out[y * BITBASIN_COLUMNS + x] =
          (unsigned char)((blended[x] * (256 - right) + blended[x + 1] * right + 32768) >> 16);
    }
  }
}
)";

constexpr std::string_view kSetInput = R"(
static void set_input(uint64_t (*bits)[BITBASIN_WORDS], int i, int value) {
  int p;
  for (p = 0; p < BITBASIN_DEPTH; ++p) bits[p][i / 64] |= (uint64_t)(value >> p & 1) << (i % 64);
}
)";

void put_linear(CText& out, const LinearBits& units, std::size_t part, std::size_t first_bit) {
  out.line("");
  out.array("int16_t", fmt::format("weights_{}", part), units.weights.size(),
            [&](std::size_t i) { return units.weights[i]; });
  out.int32_array(fmt::format("thresholds_{}", part), units.thresholds);
  out.line(R"(
BITBASIN_CLONES static void features_{}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  const int16_t *w = weights_{};
  int i, j, t;
  for (j = 0; j < {}; ++j) {{
    int32_t sum = 0;
    int value = 0;
    for (i = 0; i < BITBASIN_INPUTS; ++i) sum += *w++ * image[i];
    for (t = 0; t < {}; ++t) value += sum > thresholds_{}[{} * j + t];
    set_input(bits, {} + j, {}value);
  }}
}})",
           part, part, units.outputs, units.levels(), part, units.levels(), first_bit,
           units.levels() == 1 ? "-" : "");
}

void put_thresholds(CText& out, const PixelThresholds& thresholds, std::size_t part, std::size_t first_bit) {
  out.line("");
  out.array("int32_t", fmt::format("pixels_{}", part), thresholds.pixels.size(),
            [&](std::size_t i) { return thresholds.pixels[i]; });
  out.line(R"(
static void features_{}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  int j;
  for (j = 0; j < {}; ++j) {{
    set_input(bits, {} + j, -(image[pixels_{}[j]] > {}));
  }}
}})",
           part, thresholds.pixels.size(), first_bit, part, thresholds.level);
}

void put_levels(CText& out, const PixelLevels& levels, std::size_t part, std::size_t first_bit) {
  out.line("");
  out.array("uint32_t", fmt::format("pixels_{}", part), levels.outputs(),
            [&](std::size_t i) { return levels.pixels[i]; });
  out.array("unsigned char", fmt::format("levels_{}", part), levels.outputs(),
            [&](std::size_t i) { return levels.levels[i]; });
  out.line(R"(
static void features_{0}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  int j;
  for (j = 0; j < {1}; ++j) {{
    set_input(bits, {2} + j, -(image[pixels_{0}[j]] >= levels_{0}[j]));
  }}
}})",
           part, levels.outputs(), first_bit);
}

// The same arithmetic as BitProducts, a word of 64 products at a time.
constexpr std::string_view kProducts = R"(
static uint64_t word_at(const uint64_t *bits, int at) {
  return bits[at / 64] >> (at % 64) | bits[at / 64 + 1] << 1 << (63 - at % 64);
}

/* Appends the first `count` of `from` to `at` bits. */
static void append_bits(const uint64_t *from, int count, uint64_t *to, int at) {
  int i;
  for (i = 0; i < count; i += 64) {
    const int left = count - i;
    const uint64_t word = from[i / 64] & (~UINT64_C(0) >> (left < 64 ? 64 - left : 0));
    to[(at + i) / 64] |= word << (at % 64);
    if (at % 64 + (left < 64 ? left : 64) > 64) to[(at + i) / 64 + 1] |= word >> (64 - at % 64);
  }
}
)";

void put_products(CText& out, const BitProducts& products, std::size_t part, std::size_t others) {
  out.line("");
  out.array("int32_t", fmt::format("distances_{}", part), products.distances.size(),
            [&](std::size_t k) { return products.distances[k]; });
  out.line(R"(
static void features_{0}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  enum {{ OTHERS = {1}, DISTANCES = {2}, BITS = {3}, WORDS = (OTHERS + 63) / 64 }};
  uint64_t circle[2 * WORDS + 1] = {{0}}, products[WORDS];
  int i, k;
  (void)image;
  append_bits(bits[0], OTHERS, circle, 0);
  append_bits(bits[0], OTHERS, circle, OTHERS);
  for (k = 0; k < DISTANCES; ++k) {{
    const int left = BITS - k * OTHERS;
    for (i = 0; i < WORDS; ++i) products[i] = ~(circle[i] ^ word_at(circle, 64 * i + distances_{0}[k]));
    append_bits(products, left < OTHERS ? left : OTHERS, bits[0], (k + 1) * OTHERS);
  }}
}})",
           part, others, products.distances.size(), products.outputs());
}

// Writes the function of a part, or of several that are computed together.
class PutC {
 public:
  PutC(CText& out, const FeatureMap& map, std::size_t first, std::size_t count, std::size_t part,
       std::size_t first_bit)
      : out_(out),
        map_(map),
        parts_(std::span(map.parts).subspan(first, count)),
        part_(part),
        first_bit_(first_bit) {}

  void operator()(const LinearBits& units) const { put_linear(out_, units, part_, first_bit_); }
  void operator()(const PixelThresholds& bits) const { put_thresholds(out_, bits, part_, first_bit_); }
  void operator()(const PatchBits&) const {
    std::vector<const PatchBits*> grids;
    for (const FeatureMap::Part& grid : parts_) grids.push_back(&std::get<PatchBits>(grid));
    put_patches(out_, grids, part_, first_bit_);
  }
  void operator()(const PixelLevels& levels) const { put_levels(out_, levels, part_, first_bit_); }
  void operator()(const BitPatches& patches) const {
    put_bit_patches(out_, patches, map_, part_, first_bit_);
  }
  void operator()(const BitProducts& products) const { put_products(out_, products, part_, first_bit_); }

 private:
  CText& out_;
  const FeatureMap& map_;
  std::span<const FeatureMap::Part> parts_;
  std::size_t part_;
  std::size_t first_bit_;
};

}  // namespace

void put_c_features(CText& out, std::span<const FeatureMap* const> maps) {
  if (!maps[0]->scaling.empty()) put_scaling(out, maps[0]->scaling);
  if (std::ranges::any_of(maps, &FeatureMap::deskew)) out.block(kDeskew);
  out.block(kSetInput);
  put_patch_helpers(out, maps);
  if (any_part(maps, is_part<BitProducts>)) out.block(kProducts);
  std::size_t part = 0;
  for (std::size_t v = 0; v < maps.size(); ++v) {
    const FeatureMap& map = *maps[v];
    const std::size_t first_part = part;
    std::size_t first_bit = 0;
    for (std::size_t first = 0, count; first < map.parts.size(); first += count) {
      count = parts_together(map, first);
      std::visit(PutC(out, map, first, count, part++, first_bit), map.parts[first]);
      for (std::size_t p = first; p < first + count; ++p) first_bit += count_outputs(map.parts[p]);
    }
    out.line(
        "\nstatic void features_of_voter_{}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{",
        v);
    if (map.deskew) {
      out.block("  unsigned char upright[BITBASIN_INPUTS];\n  deskew(image, upright);\n  image = upright;\n");
    }
    for (std::size_t p = first_part; p < part; ++p) out.line("  features_{}(image, bits);", p);
    out.line("}}");
  }
}

}  // namespace bitbasin
