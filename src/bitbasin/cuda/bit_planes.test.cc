// SPDX-License-Identifier: Apache-2.0
// Both products with the tensor cores played by hand: D += popcount(A & B), with A and D spread over lanes as
// the PTX ISA says of wgmma m64nNk256 and, for 16 rows and 8 columns of it, of mma.sync m16n8k256.
#include "bitbasin/cuda/bit_planes.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <vector>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/bits/sign_product.h"

namespace bitbasin::bit_planes_test {
namespace {

using namespace cuda;

constexpr int kWarps = 4, kLanes = 32;
using Atoms = std::array<std::uint32_t, 4>;
using Fragment = std::array<Atoms, kWarps * kLanes>;  // of A: four words a thread

// All blocks, as fill_patterns.cu makes them.
std::vector<Atoms> arrange(const BitMatrix& x, const BlockLayout& layout) {
  std::vector<Atoms> slots(layout.slots());
  for (int p = 0; p < layout.padded_pattern_blocks(); ++p) {
    for (int b = 0; b < layout.padded_synapse_blocks(); ++b) {
      std::uint64_t words[kBlockPatterns] = {};
      for (std::size_t r = 0; r < kBlockPatterns; ++r) {
        const std::size_t row = static_cast<std::size_t>(p) * kBlockPatterns + r;
        const auto word = static_cast<std::size_t>(b);
        if (row < x.rows() && word < x.stride()) words[r] = x.row(row)[word];
      }
      for (int slot = 0; slot < kBlockSlots; ++slot) {
        Atoms& to = slots[layout.slot(p, b) + static_cast<std::size_t>(slot)];
        for (int a = 0; a < 4; ++a) to[static_cast<std::size_t>(a)] = gather_atom(words, slot, a);
      }
    }
  }
  return slots;
}

// A chunk of B, as vectors.cu makes it.
std::vector<std::uint32_t> make_chunk(bool back, int chunk, const std::vector<std::int16_t>& v,
                                      const BitVector* signs) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(chunk_bytes(signs != nullptr)) / 4);
  for (int k = 0; k < 8; ++k) {
    int eight[8];
    for (int i = 0; i < 8; ++i) {
      const auto entry = static_cast<std::size_t>(entry_of(back, chunk, k, i));
      eight[i] = entry < v.size() ? v[entry] & ((1 << kPlanes) - 1) : 0;
      if (signs != nullptr && entry < v.size()) eight[i] |= (*signs)[entry] << kSignPlane;
    }
    for (int p = 0; p < kPlanes + (signs != nullptr ? 1 : 0); ++p) {
      for (int s = 0; s < 4; ++s) {
        words[static_cast<std::size_t>(operand_offset(p, s, k)) / 4] = plane_mask(back, eight, p)
                                                                       << operand_shift(back, s);
      }
    }
  }
  return words;
}

// What each thread holds of D, for 64 rows.
struct Result {
  explicit Result(bool signs)
      : d(kWarps * kLanes, std::vector<int>(static_cast<std::size_t>(columns(signs)) / 2)) {}
  std::vector<std::vector<int>> d;

  void add(const Fragment& a, const std::vector<std::uint32_t>& chunk) {
    for (std::size_t warp = 0; warp < kWarps; ++warp) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        std::vector<int>& mine = d[warp * kLanes + lane];
        for (std::size_t j = 0; j < mine.size(); ++j) {
          const std::size_t column = j / 4 * 8 + lane % 4 * 2 + j % 2, row = lane / 4, high = j / 2 % 2;
          for (std::size_t k = 0; k < 8; ++k) {
            // Word k of row g, or g + 8, of the warp's 16 lies in lane 4 g + k % 4.
            const std::uint32_t word = a[warp * kLanes + row * 4 + k % 4][k / 4 * 2 + high];
            const std::size_t at = column / 8 * 256 + k / 4 * 128 + column % 8 * 16 + k % 4 * 4;
            mine[j] += std::popcount(word & chunk[at / 4]);
          }
        }
      }
    }
  }
};

std::vector<std::int16_t> entries(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<std::int16_t> v(n);
  for (auto& x : v)
    x = static_cast<std::int16_t>(static_cast<int>(engine() % (2 * kMaxEntry + 1)) - kMaxEntry);
  return v;
}

std::uint32_t permute_by_hand(std::uint32_t a, std::uint32_t b, unsigned select) {
  std::uint32_t out = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned byte = select >> (4 * i) & 7;
    out |= ((byte < 4 ? a : b) >> (8 * (byte % 4)) & 0xFF) << (8 * i);
  }
  return out;
}

constexpr std::size_t kPatterns = 300, kSynapses = 711;  // two rows of blocks, two batches, both with tails

struct Case {
  BitMatrix x = random_bit_matrix(kPatterns, kSynapses, 1);
  BlockLayout layout{static_cast<int>(kSynapses), static_cast<int>(kPatterns)};
  std::vector<Atoms> slots = arrange(x, layout);
};

TEST(BitPlanes, ForwardIsTheProductOfTheCpu) {
  const Case c;
  const std::vector<std::int16_t> m = entries(kSynapses, 2);
  const BitVector signs = random_bit_vector(kSynapses, 3);
  std::vector<std::int32_t> expected(kPatterns);
  SignProductTables tables;
  multiply(to_tiles(c.x), m, expected, tables);
  int sum = 0;
  for (const int v : m) sum += v;

  for (int p = 0; p < c.layout.pattern_blocks(); ++p) {
    Result result(true);
    for (int b = 0; b < c.layout.synapse_blocks(); ++b) {
      Fragment a;
      std::copy_n(c.slots.begin() + static_cast<std::ptrdiff_t>(c.layout.slot(p, b)), kBlockSlots, a.begin());
      result.add(a, make_chunk(false, b, m, &signs));
    }
    for (int t = 0; t < kWarps * kLanes; ++t) {
      for (int half = 0; half < 2; ++half) {
        const auto k = static_cast<std::size_t>(kBlockPatterns * p + pattern_of(t / 32, t % 32, half));
        if (k >= kPatterns) continue;
        const std::vector<int>& d = result.d[static_cast<std::size_t>(t)];
        ASSERT_EQ(2 * static_cast<int>(weighted_sum(d, half)) - sum, expected[k]) << k;
        int both = 0;
        for (std::size_t i = 0; i < kSynapses; ++i) both += c.x.get(k, i) && signs[i];
        ASSERT_EQ(plane_count(d, kSignPlane, half), both) << k;
      }
    }
  }
}

TEST(BitPlanes, BackwardIsTheTransposedProductOfTheCpu) {
  const Case c;
  const std::vector<std::int16_t> g = entries(kPatterns, 4);
  std::vector<std::int32_t> expected(kSynapses);
  SignProductTables tables;
  multiply(to_transposed_tiles(c.x), g, expected, tables);
  int sum = 0;
  for (const int v : g) sum += v;

  for (int tile = 0; tile < divide_up(c.layout.synapse_blocks(), 8); ++tile) {
    Result results[2] = {Result(false), Result(false)};
    for (int p = 0; p < c.layout.pattern_blocks(); ++p) {
      for (int chunk = 0; chunk < 4; ++chunk) {
        Fragment a[2];
        for (int t = 0; t < kWarps * kLanes; ++t) {
          const std::size_t first =
              c.layout.slot(p, 8 * tile) + static_cast<std::size_t>(first_slot(t / 32, t % 32));
          for (std::size_t half = 0; half < 2; ++half) {
            const Atoms& q = c.slots[first + (2 * static_cast<std::size_t>(chunk) + half) * 16];
            for (std::size_t f = 0; f < 2; ++f) {
              Atoms& to = a[f][static_cast<std::size_t>(t)];
              to[2 * half] = permute_by_hand(q[2 * f], q[2 * f + 1], kLowHalves);
              to[2 * half + 1] = permute_by_hand(q[2 * f], q[2 * f + 1], kHighHalves);
            }
          }
        }
        const auto b = make_chunk(true, 4 * p + chunk, g, nullptr);
        for (std::size_t f = 0; f < 2; ++f) results[f].add(a[f], b);
      }
    }
    for (int f = 0; f < 2; ++f) {
      for (int t = 0; t < kWarps * kLanes; ++t) {
        for (int half = 0; half < 2; ++half) {
          const auto i = static_cast<std::size_t>(512 * tile + synapse_of(t / 32, t % 32, f, half));
          if (i >= kSynapses) continue;
          const std::vector<int>& d = results[f].d[static_cast<std::size_t>(t)];
          ASSERT_EQ(2 * static_cast<int>(weighted_sum(d, half)) - sum, expected[i]) << i;
        }
      }
    }
  }
}

TEST(BitPlanes, EverySlotBelongsToOneBlock) {
  const BlockLayout layout{64 * 40, 256 * 35};  // two squares each way
  std::vector<int> used(layout.slots() / kBlockSlots);
  for (int p = 0; p < layout.padded_pattern_blocks(); ++p) {
    for (int b = 0; b < layout.padded_synapse_blocks(); ++b) ++used[layout.slot(p, b) / kBlockSlots];
  }
  EXPECT_EQ(used, std::vector<int>(used.size(), 1));
}

// Words of the operand go to places of their own, within the chunk.
TEST(BitPlanes, ColumnsOfTheOperandDoNotOverlap) {
  std::vector<int> used(static_cast<std::size_t>(chunk_bytes(true)) / 4);
  for (int p = 0; p < columns(true) / 4; ++p) {
    for (int s = 0; s < 4; ++s) {
      for (int k = 0; k < 8; ++k) ++used[static_cast<std::size_t>(operand_offset(p, s, k)) / 4];
    }
  }
  EXPECT_EQ(used, std::vector<int>(used.size(), 1));
}

}  // namespace
}  // namespace bitbasin::bit_planes_test
