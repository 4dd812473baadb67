// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/c_export.h"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace bitbasin {
namespace {

// Text that is written in blocks.
class CText {
 public:
  explicit CText(const ByteSink& sink) : sink_(sink) {}

  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), text, std::forward<Args>(args)...);
    buffer_.push_back('\n');
    flush_from(kBlock);
  }
  void block(std::string_view text) {
    buffer_.append(text.data(), text.data() + text.size());
    flush_from(kBlock);
  }
  // static const TYPE NAME[] = {...}; one value from each call.
  template <class Value>
  void array(std::string_view type, std::string_view name, std::size_t count, Value value) {
    line("static const {} {}[{}] = {{", type, name, count);
    std::size_t start = buffer_.size();
    for (std::size_t i = 0; i < count; ++i) {
      fmt::format_to(std::back_inserter(buffer_), "{}", value(i));
      if (i + 1 < count) buffer_.push_back(',');
      constexpr std::size_t kWidth = 100;
      if (buffer_.size() - start >= kWidth || i + 1 == count) {
        buffer_.push_back('\n');
        flush_from(kBlock);
        start = buffer_.size();
      }
    }
    line("}};");
  }
  void finish() { flush_from(0); }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  void flush_from(std::size_t size) {
    if (buffer_.size() < size) return;
    sink_({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

  const ByteSink& sink_;
  fmt::memory_buffer buffer_;
};

// Text from a record must neither end the comment nor break the line.
std::string harmless(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool plain = c >= ' ' && c < '\x7f' && c != '/' && c != '\\' && c != '?';
    result += plain ? c : '_';
  }
  return result;
}

void put_head(CText& out, const Model& model) {
  const CommitteeShape& shape = model.network.shape;
  out.line("/* A binary network that bitbasin has learned ({} {}, seed {}).", "version",
           harmless(model.record.version), model.record.seed);
  for (const auto& [name, text] : model.record.options) {
    out.line("   {}: {}", harmless(name), harmless(text));
  }
  if (model.record.test_patterns > 0) {
    out.line("   errors on {} test images: {}", model.record.test_patterns, model.record.test_errors);
  }
  out.block(R"(
   int bitbasin_predict(const unsigned char *image) gives the label of an image of BITBASIN_ROWS x
   BITBASIN_COLUMNS bytes, row by row. Compiled with -DBITBASIN_MAIN this is a program that reads images from
   standard input and prints a label for each. C99, integers only, no dependencies.)");
  if (!model.features.scaling.empty()) {
    out.block(R"(

   The network was trained on numbers that are not bytes. void bitbasin_pixels(const double *numbers, unsigned
   char *image) scales them as in training: each column goes from its smallest and largest training value to 0
   and 255, rounded and clipped. Call it first, and give its result to bitbasin_predict.)");
  }
  out.block(R"( */
#include <stdint.h>
#include <string.h>

)");
  out.line("#define BITBASIN_ROWS {}", model.features.rows);
  out.line("#define BITBASIN_COLUMNS {}", model.features.columns);
  out.line("#define BITBASIN_INPUTS {}", model.features.inputs());
  out.line("#define BITBASIN_BITS {}", shape.inputs);
  out.line("#define BITBASIN_DEPTH {}", shape.depth);
  out.line("#define BITBASIN_WORDS {}", (shape.inputs + 63) / 64);
  out.line("#define BITBASIN_UNITS {}", shape.units);
  out.line("#define BITBASIN_COMMITTEES {}", shape.committees);
  out.line("#define BITBASIN_LABELS {}\n", shape.labels);
  out.line("int bitbasin_predict(const unsigned char *image);");
  if (!model.features.scaling.empty()) {
    out.line("void bitbasin_pixels(const double *numbers, unsigned char *image);");
  }
}

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

// The lowest number of 32 bits has no literal in C.
void put_int32(CText& out, std::string_view name, std::span<const std::int32_t> values) {
  out.array("int32_t", name, values.size(), [&](std::size_t i) {
    return values[i] == -2147483647 - 1 ? std::string("-2147483647 - 1") : std::to_string(values[i]);
  });
}

void put_linear(CText& out, const LinearBits& units, std::size_t part, std::size_t first_bit) {
  out.line("");
  out.array("int16_t", fmt::format("weights_{}", part), units.weights.size(),
            [&](std::size_t i) { return units.weights[i]; });
  put_int32(out, fmt::format("thresholds_{}", part), units.thresholds);
  out.line(R"(
static void features_{}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
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

// The same arithmetic as PatchBits.
void put_patches(CText& out, const PatchBits& patches, std::size_t part, std::size_t first_bit) {
  out.line("");
  out.array("int16_t", fmt::format("filters_{}", part), patches.filters.weights.size(),
            [&](std::size_t i) { return patches.filters.weights[i]; });
  out.array("uint32_t", fmt::format("responses_{}", part), patches.outputs(),
            [&](std::size_t i) { return patches.responses[i]; });
  put_int32(out, fmt::format("thresholds_{}", part), patches.thresholds);
  out.line(R"(
static void features_{0}(const unsigned char *image, uint64_t (*bits)[BITBASIN_WORDS]) {{
  enum {{ SIZE = {1}, FILTERS = {2}, CELLS = {3}, BITS = {4} }};
  enum {{ DOWN = BITBASIN_ROWS - SIZE + 1, ACROSS = BITBASIN_COLUMNS - SIZE + 1 }};
  int32_t best[CELLS * CELLS * FILTERS];
  int c, f, i, j, x, y;
  for (c = 0; c < CELLS * CELLS; ++c) {{
    const int top = c / CELLS * DOWN / CELLS, bottom = (c / CELLS + 1) * DOWN / CELLS;
    const int left = c % CELLS * ACROSS / CELLS, right = (c % CELLS + 1) * ACROSS / CELLS;
    for (f = 0; f < FILTERS; ++f) best[c * FILTERS + f] = INT32_MIN;
    for (y = top; y < bottom; ++y) {{
      for (x = left; x < right; ++x) {{
        const int16_t *w = filters_{0};
        int32_t responses[FILTERS], all = 0;
        for (f = 0; f < FILTERS; ++f) {{
          responses[f] = 0;
          for (i = 0; i < SIZE; ++i) {{
            const unsigned char *row = image + (y + i) * BITBASIN_COLUMNS + x;
            for (j = 0; j < SIZE; ++j) responses[f] += *w++ * row[j];
          }}
          if (responses[f] > 0) all += responses[f];
        }}
        for (f = 0; f < FILTERS; ++f) {{
          const int32_t ahead = FILTERS * responses[f] - all;
          if (ahead > best[c * FILTERS + f]) best[c * FILTERS + f] = ahead;
        }}
      }}
    }}
  }}
  for (j = 0; j < BITS; ++j) {{
    set_input(bits, {5} + j, -(best[responses_{0}[j]] > thresholds_{0}[j]));
  }}
}})",
           part, patches.filters.size, patches.filters.count, patches.cells, patches.outputs(), first_bit);
}

void put_features(CText& out, const FeatureMap& map) {
  if (!map.scaling.empty()) put_scaling(out, map.scaling);
  if (map.deskew) out.block(kDeskew);
  out.block(kSetInput);
  std::size_t first_bit = 0;
  for (std::size_t p = 0; p < map.parts.size(); ++p) {
    if (const auto* linear = std::get_if<LinearBits>(&map.parts[p])) {
      put_linear(out, *linear, p, first_bit);
      first_bit += linear->outputs;
    } else if (const auto* patches = std::get_if<PatchBits>(&map.parts[p])) {
      put_patches(out, *patches, p, first_bit);
      first_bit += patches->outputs();
    } else if (const auto* levels = std::get_if<PixelLevels>(&map.parts[p])) {
      put_levels(out, *levels, p, first_bit);
      first_bit += levels->outputs();
    } else {
      const auto& thresholds = std::get<PixelThresholds>(map.parts[p]);
      put_thresholds(out, thresholds, p, first_bit);
      first_bit += thresholds.pixels.size();
    }
  }
}

constexpr std::string_view kPopcount = R"(
static int count_bits(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}
)";

void put_network(CText& out, const CommitteeArray& network) {
  const CommitteeShape& shape = network.shape;
  const std::size_t words = (shape.inputs + kWordBits - 1) / kWordBits;
  out.block("\n/* Row j * BITBASIN_COMMITTEES + k has the synapses of unit j in committee k. */\n");
  out.array("uint64_t", "synapses", shape.all_units() * words, [&](std::size_t i) {
    return fmt::format("UINT64_C({:#x})", network.weights.row(i / words)[i % words]);
  });
  out.block("/* What committee k should say for label l: row l, column k. */\n");
  out.array("signed char", "outputs", shape.labels * shape.committees,
            [&](std::size_t i) { return network.outputs.sign(i / shape.committees, i % shape.committees); });
  out.block(kPopcount);
}

void put_predict(CText& out, const FeatureMap& map) {
  out.block(
      "\nint bitbasin_predict(const unsigned char *image) {\n  uint64_t "
      "bits[BITBASIN_DEPTH][BITBASIN_WORDS];\n");
  if (map.deskew) out.block("  unsigned char upright[BITBASIN_INPUTS];\n");
  out.block(
      "  int sums[BITBASIN_LABELS] = {0};\n  int best = 0, i, j, k, l, p;\n  memset(bits, 0, sizeof "
      "bits);\n");
  if (map.deskew) out.block("  deskew(image, upright);\n  image = upright;\n");
  for (std::size_t p = 0; p < map.parts.size(); ++p) out.line("  features_{}(image, bits);", p);
  out.block(R"(  for (k = 0; k < BITBASIN_COMMITTEES; ++k) {
    int votes = 0;
    for (j = 0; j < BITBASIN_UNITS; ++j) {
      const uint64_t *row = synapses + (int64_t)(j * BITBASIN_COMMITTEES + k) * BITBASIN_WORDS;
      int32_t field = 0;
      for (p = BITBASIN_DEPTH - 1; p >= 0; --p) {
        int differ = 0;
        for (i = 0; i < BITBASIN_WORDS; ++i) differ += count_bits(row[i] ^ bits[p][i]);
        field = 2 * field + BITBASIN_BITS - 2 * differ;
      }
      votes += field > 0;
    }
    for (l = 0; l < BITBASIN_LABELS; ++l) {
      const int output = outputs[l * BITBASIN_COMMITTEES + k];
      sums[l] += 2 * votes > BITBASIN_UNITS ? output : -output;
    }
  }
  for (l = 1; l < BITBASIN_LABELS; ++l) {
    if (sums[l] > sums[best]) best = l;
  }
  return best;
}

#ifdef BITBASIN_MAIN
#include <stdio.h>

int main(void) {
  static unsigned char image[BITBASIN_INPUTS];
  while (fread(image, BITBASIN_INPUTS, 1, stdin) == 1) printf("%d\n", bitbasin_predict(image));
  return 0;
}
#endif
)");
}

}  // namespace

void format_c(const ByteSink& sink, const Model& model) {
  CText out(sink);
  put_head(out, model);
  put_features(out, model.features);
  put_network(out, model.network);
  put_predict(out, model.features);
  out.finish();
}

}  // namespace bitbasin
