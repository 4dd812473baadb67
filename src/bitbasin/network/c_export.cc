// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/c_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/network/c_features.h"
#include "bitbasin/network/c_text.h"

namespace bitbasin {
namespace {

// Text from a record must neither end the comment nor break the line.
std::string harmless(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool plain = c >= ' ' && c < '\x7f' && c != '/' && c != '\\' && c != '?';
    result += plain ? c : '_';
  }
  return result;
}

std::size_t words_of(const CommitteeArray& network) {
  return (network.shape.inputs + kWordBits - 1) / kWordBits;
}

// Rows of bits are as long for every voter.
std::size_t most_words(const Model& model) {
  std::size_t most = 0;
  for_each_voter(model, [&](const FeatureMap&, const CommitteeArray& network) {
    most = std::max(most, words_of(network));
  });
  return most;
}

// Clones are chosen when a program is loaded, which takes glibc, and before the thread sanitizer has started.
constexpr std::string_view kClones = R"(
/* Where gcc can, it compiles the functions that take the time twice, once for machines that have AVX2, unless
   -DBITBASIN_CLONES= tells it not to. */
#if !defined(BITBASIN_CLONES) && defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
#define BITBASIN_CLONES __attribute__((target_clones("avx2", "default")))
#elif !defined(BITBASIN_CLONES)
#define BITBASIN_CLONES
#endif

)";

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
  out.block(kClones);
  out.line("#define BITBASIN_ROWS {}", model.features.rows);
  out.line("#define BITBASIN_COLUMNS {}", model.features.columns);
  out.line("#define BITBASIN_INPUTS {}", model.features.inputs());
  out.line("#define BITBASIN_DEPTH {}", shape.depth);
  out.line("#define BITBASIN_WORDS {}", most_words(model));
  out.line("#define BITBASIN_UNITS {}", shape.units);
  out.line("#define BITBASIN_COMMITTEES {}", shape.committees);
  out.line("#define BITBASIN_LABELS {}\n", shape.labels);
  out.line("int bitbasin_predict(const unsigned char *image);");
  if (!model.features.scaling.empty()) {
    out.line("void bitbasin_pixels(const double *numbers, unsigned char *image);");
  }
}

// Bytes are summed up as long as they cannot overflow; loops of known length, a multiple of that of a vector,
// are vectorized even by gcc -O2.
constexpr std::string_view kDifferences = R"(
/* In how many places two rows of bits differ. */
#if defined(__GNUC__) && (defined(__POPCNT__) || defined(__aarch64__))
static int differences(const uint64_t *a, const uint64_t *b) {
  int i, count = 0;
  for (i = 0; i < BITBASIN_WORDS; ++i) count += __builtin_popcountll(a[i] ^ b[i]);
  return count;
}
#else
/* In each byte, the number of its ones. */
static uint64_t count_bytes(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  return (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static int sum_bytes(uint64_t x) {
  x = (x & UINT64_C(0x00ff00ff00ff00ff)) + (x >> 8 & UINT64_C(0x00ff00ff00ff00ff));
  return (int)(x * UINT64_C(0x0001000100010001) >> 48);
}

BITBASIN_CLONES static int differences(const uint64_t *a, const uint64_t *b) {
  enum { BLOCK = 28, BLOCKS = BITBASIN_WORDS / BLOCK * BLOCK, FOURS = BITBASIN_WORDS / 4 * 4 };
  uint64_t sum = 0;
  int i, j, count = 0;
  for (i = 0; i < BLOCKS; i += BLOCK) {
    uint64_t block = 0;
    for (j = i; j < i + BLOCK; ++j) block += count_bytes(a[j] ^ b[j]);
    count += sum_bytes(block);
  }
  for (i = BLOCKS; i < FOURS; ++i) sum += count_bytes(a[i] ^ b[i]);
  for (i = FOURS; i < BITBASIN_WORDS; ++i) sum += count_bytes(a[i] ^ b[i]);
  return count + sum_bytes(sum);
}
#endif
)";

void put_network(CText& out, const CommitteeArray& network, std::size_t voter, std::size_t words) {
  const CommitteeShape& shape = network.shape;
  const std::size_t own = words_of(network);
  out.block("\n/* Row j * BITBASIN_COMMITTEES + k has the synapses of unit j in committee k. */\n");
  out.array("uint64_t", fmt::format("synapses_{}", voter), shape.all_units() * words, [&](std::size_t i) {
    const std::uint64_t word = i % words < own ? network.weights.row(i / words)[i % words] : 0;
    return fmt::format("UINT64_C({:#x})", word);
  });
  out.block("/* What committee k should say for label l: row l, column k. */\n");
  out.array("signed char", fmt::format("outputs_{}", voter), shape.labels * shape.committees,
            [&](std::size_t i) { return network.outputs.sign(i / shape.committees, i % shape.committees); });
}

constexpr std::string_view kVote = R"(
/* Adds what a network says about its inputs to the sums of the labels. */
static void vote(uint64_t (*bits)[BITBASIN_WORDS], int inputs, const uint64_t *synapses,
                 const signed char *outputs, int *sums) {
  int j, k, l, p;
  for (k = 0; k < BITBASIN_COMMITTEES; ++k) {
    int votes = 0;
    for (j = 0; j < BITBASIN_UNITS; ++j) {
      const uint64_t *row = synapses + (int64_t)(j * BITBASIN_COMMITTEES + k) * BITBASIN_WORDS;
      int32_t field = 0;
      for (p = BITBASIN_DEPTH - 1; p >= 0; --p) field = 2 * field + inputs - 2 * differences(row, bits[p]);
      votes += field > 0;
    }
    for (l = 0; l < BITBASIN_LABELS; ++l) {
      const int output = outputs[l * BITBASIN_COMMITTEES + k];
      sums[l] += 2 * votes > BITBASIN_UNITS ? output : -output;
    }
  }
}
)";

// The same pixels as seen_in().
constexpr std::string_view kLook = R"(
/* Moved down and right by whole pixels, and then mirrored or not. */
static void look(const unsigned char *image, int down, int right, int mirrored, unsigned char *out) {
  int x, y;
  for (y = 0; y < BITBASIN_ROWS; ++y) {
    for (x = 0; x < BITBASIN_COLUMNS; ++x) {
      const int from_y = y - down, from_x = (mirrored ? BITBASIN_COLUMNS - 1 - x : x) - right;
      const int inside = from_y >= 0 && from_y < BITBASIN_ROWS && from_x >= 0 && from_x < BITBASIN_COLUMNS;
      *out++ = inside ? image[from_y * BITBASIN_COLUMNS + from_x] : 0;
    }
  }
}
)";

constexpr std::string_view kPredict = R"(
int bitbasin_predict(const unsigned char *image) {
  uint64_t bits[BITBASIN_DEPTH][BITBASIN_WORDS];
  int sums[BITBASIN_LABELS] = {0};
  int best = 0, l;
)";

constexpr std::string_view kAnswer = R"(  for (l = 1; l < BITBASIN_LABELS; ++l) {
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
)";

// What every voter says about an image.
void put_votes(CText& out, const std::vector<const CommitteeArray*>& networks, std::string_view indent,
               std::string_view image) {
  for (std::size_t v = 0; v < networks.size(); ++v) {
    out.line("{}memset(bits, 0, sizeof bits);", indent);
    out.line("{}features_of_voter_{}({}, bits);", indent, v, image);
    out.line("{}vote(bits, {}, synapses_{}, outputs_{}, sums);", indent, networks[v]->shape.inputs, v, v);
  }
}

}  // namespace

void format_c(const ByteSink& sink, const Model& model) {
  CText out(sink);
  put_head(out, model);
  std::vector<const FeatureMap*> maps;
  std::vector<const CommitteeArray*> networks;
  for_each_voter(model, [&](const FeatureMap& features, const CommitteeArray& network) {
    maps.push_back(&features);
    networks.push_back(&network);
  });
  put_c_features(out, maps);
  for (std::size_t v = 0; v < networks.size(); ++v) put_network(out, *networks[v], v, most_words(model));
  out.block(kDifferences);
  out.block(kVote);
  const std::vector<ImageView> views = list_views(model.views);
  if (views.size() > 1) {
    out.block(kLook);
    out.block("\n/* How an image is looked at: moved down, moved right, mirrored. */\n");
    out.line("static const signed char views[{}][3] = {{", views.size());
    for (const ImageView& view : views) {
      out.line("  {{{}, {}, {}}},", view.down, view.right, view.mirrored ? 1 : 0);
    }
    out.line("}};");
  }
  out.block(kPredict);
  if (views.size() > 1) {
    out.block("  unsigned char seen[BITBASIN_INPUTS];\n  int v;\n");
    out.line("  for (v = 0; v < {}; ++v) {{", views.size());
    out.line("    look(image, views[v][0], views[v][1], views[v][2], seen);");
    put_votes(out, networks, "    ", "seen");
    out.line("  }}");
  } else {
    put_votes(out, networks, "  ", "image");
  }
  out.block(kAnswer);
  out.finish();
}

}  // namespace bitbasin
