// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/c_patches.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace bitbasin {
namespace {

// The same arithmetic as PatchContrast, with the square roots of a whole row found side by side, as compilers
// vectorize it.
constexpr std::string_view kContrast = R"(
/* What divides the responses to each patch along a row of places by its contrast, or at least by `least`. */
BITBASIN_CLONES static void find_scales(const unsigned char *row, int size, int least, uint32_t *scales) {
  enum { PLACES = (BITBASIN_COLUMNS + 7) / 8 * 8 };
  const uint64_t taps = (uint64_t)size * size;
  uint32_t sums[BITBASIN_COLUMNS] = {0}, squares[BITBASIN_COLUMNS] = {0};
  uint64_t rest[PLACES] = {0}, root[PLACES] = {0}, sum = 0, square = 0, most = 0, bit;
  int i, x;
  for (i = 0; i < size; ++i) {
    for (x = 0; x < BITBASIN_COLUMNS; ++x) {
      const uint32_t pixel = row[i * BITBASIN_COLUMNS + x];
      sums[x] += pixel;
      squares[x] += pixel * pixel;
    }
  }
  for (i = 0; i + 1 < size; ++i) {
    sum += sums[i];
    square += squares[i];
  }
  for (x = 0; x + size <= BITBASIN_COLUMNS; ++x) {
    sum += sums[x + size - 1];
    square += squares[x + size - 1];
    rest[x] = 256 * ((taps * square - sum * sum) / taps + taps * least * least);
    most |= rest[x];
    sum -= sums[x];
    square -= squares[x];
  }
  for (bit = UINT64_C(1) << 46; bit > most; bit >>= 2) {
  }
  for (; bit > 0; bit >>= 2) {
    for (x = 0; x < PLACES; ++x) {
      const uint64_t step = root[x] + bit, fits = ((rest[x] - step) >> 63) - 1;
      rest[x] -= step & fits;
      root[x] = (root[x] >> 1) + (bit & fits);
    }
  }
  for (x = 0; x + size <= BITBASIN_COLUMNS; ++x) scales[x] = (UINT32_C(1) << 31) / (uint32_t)root[x];
}

static void scale_responses(uint32_t scale, int count, int32_t *responses) {
  int i;
  for (i = 0; i < count; ++i) {
    const uint32_t r = responses[i] > 0 ? (uint32_t)responses[i] : 0;
    responses[i] = (int32_t)((r >> 7) * scale >> 17);
  }
}
)";

// The same arithmetic as BitPatches. Loops over blocks have known lengths, multiples of two, so that
// compilers vectorize them.
constexpr std::string_view kBitPatches = R"(
static uint64_t eight_bytes(const unsigned char *p) {
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
         (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* sum + a + b becomes sum + 2 carry, bit by bit; returns the carry. */
static uint64_t full_add(uint64_t *sum, uint64_t a, uint64_t b) {
  const uint64_t differ = *sum ^ a, carry = (differ & b) | (*sum & a);
  *sum = differ ^ b;
  return carry;
}
)";

}  // namespace

void put_patch_helpers(CText& out, std::span<const FeatureMap* const> maps) {
  if (any_part(maps, is_part<BitPatches>)) out.block(kBitPatches);
  const auto has_contrast = [](const auto& part) {
    const auto* patches = std::get_if<PatchBits>(&part);
    return patches != nullptr && patches->contrast > 0;
  };
  if (any_part(maps, has_contrast)) out.block(kContrast);
}

// The same arithmetic as PatchBits. A pixel that is not zero is added at once to the sums of all filters at
// all places of a line that see it: the innermost loop runs over numbers that lie side by side, and compilers
// vectorize it. Filters are padded to eight for that, their columns are stored from right to left, and the
// weights of a row of all filters are padded to sixteen.
void put_patches(CText& out, std::span<const PatchBits* const> grids, std::size_t part,
                 std::size_t first_bit) {
  const PatchFilters& filters = grids[0]->filters;
  const std::size_t size = filters.size;
  const std::size_t stride = (filters.count + 7) / 8 * 8;
  const std::size_t row_weights = (size * stride + 15) / 16 * 16;
  std::size_t cells = 0;
  std::vector<std::size_t> responses;
  std::vector<std::int32_t> thresholds;
  for (const PatchBits* grid : grids) {
    for (const std::uint32_t r : grid->responses) {
      responses.push_back((cells + r / filters.count) * stride + r % filters.count);
    }
    thresholds.insert(thresholds.end(), grid->thresholds.begin(), grid->thresholds.end());
    cells += grid->cells * grid->cells;
  }
  out.line("");
  out.array("int16_t", fmt::format("filters_{}", part), size * row_weights, [&](std::size_t i) {
    const std::size_t row = i / row_weights;
    const std::size_t f = i % row_weights % stride;
    const std::size_t from_right = i % row_weights / stride;
    const bool padding = f >= filters.count || from_right >= size;
    return padding ? 0 : filters.weights[(f * size + row) * size + size - 1 - from_right];
  });
  out.array("int", fmt::format("cells_{}", part), grids.size(),
            [&](std::size_t g) { return grids[g]->cells; });
  out.array("uint32_t", fmt::format("responses_{}", part), responses.size(),
            [&](std::size_t i) { return responses[i]; });
  out.int32_array(fmt::format("thresholds_{}", part), thresholds);
  const std::uint8_t contrast = grids[0]->contrast;
  const bool scaled = contrast > 0;
  const std::string find_scales =
      scaled ? fmt::format("    find_scales(image + y * BITBASIN_COLUMNS, SIZE, {}, scales);\n", contrast)
             : "";
  out.line(R"(
BITBASIN_CLONES static void features_{0}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  enum {{ SIZE = {1}, FILTERS = {2}, STRIDE = {3}, ROW = {11}, GRIDS = {4}, CELLS = {5}, BITS = {6} }};
  enum {{ DOWN = BITBASIN_ROWS - SIZE + 1, ACROSS = BITBASIN_COLUMNS - SIZE + 1 }};
  int32_t best[CELLS * STRIDE], line[(BITBASIN_COLUMNS - 1) * STRIDE + ROW];
{10}  int f, g, i, j, k, x, y;
  for (i = 0; i < CELLS * STRIDE; ++i) best[i] = INT32_MIN;
  for (y = 0; y < DOWN; ++y) {{
    memset(line, 0, sizeof line);
    for (i = 0; i < SIZE; ++i) {{
      const int16_t *w = filters_{0} + i * ROW;
      for (j = 0; j < BITBASIN_COLUMNS; ++j) {{
        const int16_t pixel = image[(y + i) * BITBASIN_COLUMNS + j];
        int32_t *sums = line + j * STRIDE;
        if (pixel == 0) continue;
        for (k = 0; k < ROW; ++k) sums[k] += w[k] * pixel;
      }}
    }}
{8}    for (x = 0; x < ACROSS; ++x) {{
      int32_t *r = line + (x + SIZE - 1) * STRIDE, *grid = best, all = 0;
{9}      for (f = 0; f < STRIDE; ++f) all += r[f] > 0 ? r[f] : 0;
      for (f = 0; f < STRIDE; ++f) r[f] = FILTERS * r[f] - all;
      for (g = 0; g < GRIDS; ++g) {{
        const int cells = cells_{0}[g];
        const int v = ((y + 1) * cells - 1) / DOWN, u = ((x + 1) * cells - 1) / ACROSS;
        int32_t *cell = grid + (v * cells + u) * STRIDE;
        for (f = 0; f < STRIDE; ++f) cell[f] = r[f] > cell[f] ? r[f] : cell[f];
        grid += cells * cells * STRIDE;
      }}
    }}
  }}
  for (j = 0; j < BITS; ++j) {{
    set_input(bits, {7} + j, -(best[responses_{0}[j]] > thresholds_{0}[j]));
  }}
}})",
           part, size, filters.count, stride, grids.size(), cells, responses.size(), first_bit, find_scales,
           scaled ? "      scale_responses(scales[x], STRIDE, r);\n" : "",
           scaled ? "  uint32_t scales[ACROSS];\n" : "", row_weights);
}

void put_bit_patches(CText& out, const BitPatches& patches, const FeatureMap& map, std::size_t part,
                     std::size_t first_bit) {
  const BitDetectors& detectors = patches.detectors;
  const BitBlocks blocks(static_cast<std::size_t>(map.rows), static_cast<std::size_t>(map.columns),
                         detectors.size, patches.cells);
  const auto name = [&](std::string_view what) { return fmt::format("{}_{}", what, part); };
  const std::size_t count = blocks.count() + blocks.count() % 2;
  const auto block = [&](std::size_t b) { return blocks.block(std::min(b, blocks.count() - 1)); };
  const auto hexadecimal = [](std::uint64_t x) { return fmt::format("UINT64_C({:#x})", x); };
  out.line("");
  out.array("uint64_t", name("filters"), detectors.filters.size(),
            [&](std::size_t f) { return hexadecimal(detectors.filters[f]); });
  out.array("uint16_t", name("detector_filter"), detectors.count(),
            [&](std::size_t d) { return detectors.filter[d]; });
  out.array("unsigned char", name("least"), detectors.count(),
            [&](std::size_t d) { return detectors.least[d]; });
  out.array("uint16_t", name("left"), blocks.lefts().size(),
            [&](std::size_t u) { return blocks.lefts()[u]; });
  out.array("uint16_t", name("top"), count, [&](std::size_t b) { return block(b).top; });
  out.array("uint16_t", name("column"), count, [&](std::size_t b) { return block(b).column; });
  out.array("uint16_t", name("cell"), count, [&](std::size_t b) { return block(b).cell; });
  out.array("uint64_t", name("valid"), count,
            [&](std::size_t b) { return hexadecimal(b < blocks.count() ? blocks.valid()[b] : 0); });
  // The bits of detector d are those of the cells bit_cell[bit_end[d - 1]] ... bit_cell[bit_end[d] - 1].
  out.array("uint16_t", name("bit_cell"), patches.outputs(),
            [&](std::size_t j) { return patches.responses[j] % blocks.cells(); });
  out.array("uint32_t", name("bit_end"), detectors.count(), [&](std::size_t d) {
    const auto end = static_cast<std::uint32_t>((d + 1) * blocks.cells());
    return std::ranges::lower_bound(patches.responses, end) - patches.responses.begin();
  });
  const int planes = std::max(3, static_cast<int>(std::bit_width(detectors.taps())));
  out.line(R"(
BITBASIN_CLONES static void features_{0}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  enum {{ SIZE = {1}, TAPS = SIZE * SIZE, INK = {2}, FILTERS = {3}, DETECTORS = {4}, PLANES = {5} }};
  enum {{ BLOCKS = {6}, CELLS = {7}, ACROSS = {8}, BYTES = BITBASIN_INPUTS / 8 + 1 }};
  static const uint64_t none[BLOCKS] = {{0}};
  unsigned char pixels[8 * BYTES], string[BYTES + 3], columns[SIZE][ACROSS][BITBASIN_ROWS + 8];
  uint64_t seen[TAPS][BLOCKS], planes[PLANES][BLOCKS], carry[BLOCKS];
  int b, d = 0, f, i, j = 0, p, t, u;
  /* The image as a string of bits, and eight pixels of every row from each place on that a block needs. */
  for (i = 0; i < BITBASIN_INPUTS; ++i) pixels[i] = image[i] > INK;
  for (; i < 8 * BYTES; ++i) pixels[i] = 0;
  memset(string, 0, sizeof string);
  for (i = 0; i < BYTES; ++i) {{
    string[i] = (unsigned char)(eight_bytes(pixels + 8 * i) * UINT64_C(0x0102040810204080) >> 56);
  }}
  memset(columns, 0, sizeof columns);
  for (u = 0; u < ACROSS; ++u) {{
    for (i = 0; i < BITBASIN_ROWS; ++i) {{
      const int at = i * BITBASIN_COLUMNS + left_{0}[u];
      const unsigned char *s = string + at / 8;
      const uint32_t window = (s[0] | (uint32_t)s[1] << 8 | (uint32_t)s[2] << 16) >> at % 8;
      for (t = 0; t < SIZE; ++t) columns[t][u][i] = (unsigned char)(window >> t);
    }}
  }}
  /* What each pixel of a filter sees at the 64 places of each block. */
  for (t = 0; t < TAPS; ++t) {{
    for (b = 0; b < BLOCKS; ++b) {{
      seen[t][b] = eight_bytes(columns[t % SIZE][column_{0}[b]] + top_{0}[b] + t / SIZE);
    }}
  }}
  for (f = 0; f < FILTERS; ++f) {{
    /* How many pixels of the filter agree, one bit of the count in each plane. Eight at a time leave one
       pixel of filters with odd sides. */
    const uint64_t differ = ~filters_{0}[f];
    memset(planes, 0, sizeof planes);
    for (b = 0; b < BLOCKS; ++b) planes[0][b] = seen[0][b] ^ -(differ & 1);
    for (t = 1; t < TAPS; t += 8) {{
      const uint64_t *r[8];
      uint64_t flip[8];
      for (i = 0; i < 8; ++i) {{
        r[i] = t + i < TAPS ? seen[t + i] : none;
        flip[i] = t + i < TAPS ? -(differ >> (t + i) & 1) : 0;
      }}
      for (b = 0; b < BLOCKS; ++b) {{
        uint64_t ones = planes[0][b], twos = planes[1][b], fours = planes[2][b];
        const uint64_t twos_a = full_add(&ones, r[0][b] ^ flip[0], r[1][b] ^ flip[1]);
        const uint64_t twos_b = full_add(&ones, r[2][b] ^ flip[2], r[3][b] ^ flip[3]);
        const uint64_t twos_c = full_add(&ones, r[4][b] ^ flip[4], r[5][b] ^ flip[5]);
        const uint64_t twos_d = full_add(&ones, r[6][b] ^ flip[6], r[7][b] ^ flip[7]);
        const uint64_t fours_a = full_add(&twos, twos_a, twos_b);
        const uint64_t fours_b = full_add(&twos, twos_c, twos_d);
        carry[b] = full_add(&fours, fours_a, fours_b);
        planes[0][b] = ones;
        planes[1][b] = twos;
        planes[2][b] = fours;
      }}
      for (p = 3; p < PLANES; ++p) {{
        for (b = 0; b < BLOCKS; ++b) {{
          const uint64_t plane = planes[p][b];
          planes[p][b] = plane ^ carry[b];
          carry[b] &= plane;
        }}
      }}
    }}
    for (; d < DETECTORS && detector_filter_{0}[d] == f; ++d) {{
      /* A count is enough if it overflows when 2^PLANES less the least count is added. */
      const int missing = (1 << PLANES) - least_{0}[d];
      uint64_t found[CELLS] = {{0}};
      memset(carry, 0, sizeof carry);
      for (p = 0; p < PLANES; ++p) {{
        if (missing >> p & 1) {{
          for (b = 0; b < BLOCKS; ++b) carry[b] |= planes[p][b];
        }} else {{
          for (b = 0; b < BLOCKS; ++b) carry[b] &= planes[p][b];
        }}
      }}
      for (b = 0; b < BLOCKS; ++b) found[cell_{0}[b]] |= carry[b] & valid_{0}[b];
      for (; j < (int)bit_end_{0}[d]; ++j) {{
        set_input(bits, {9} + j, -(found[bit_cell_{0}[j]] != 0));
      }}
    }}
  }}
}})",
           part, detectors.size, patches.ink, detectors.filters.size(), detectors.count(), planes, count,
           blocks.cells(), blocks.lefts().size(), first_bit);
}

}  // namespace bitbasin
