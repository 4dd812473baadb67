// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/floor.perf.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/bits/floor.perf.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/popcount-inl.h"
#include "bitbasin/bits/sign_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

std::uint64_t popcount_lines(const std::uint64_t* words, std::size_t count) {
  constexpr std::size_t kUnroll = 4;
  BitCounter counters[kUnroll];
  constexpr std::size_t kStep = kUnroll * kLineWords;
  std::size_t i = 0;
  while (i + kStep <= count) {
    // Each counter takes one line per round.
    const std::size_t end = i + std::min((count - i) / kStep, BitCounter::kFlushLines) * kStep;
    for (; i < end; i += kStep) {
      for (std::size_t u = 0; u < kUnroll; ++u) {
        for (std::size_t k = 0; k < kLineWords; k += BitCounter::kWords) {
          counters[u].add(BitCounter::load(words + i + u * kLineWords + k));
        }
      }
    }
    for (BitCounter& counter : counters) counter.flush();
  }
  std::uint64_t total = 0;
  for (; i < count; i += BitCounter::kWords) {
    counters[0].add(BitCounter::load(words + i));
    counters[0].flush();
  }
  for (BitCounter& counter : counters) total += counter.total();
  return total;
}

std::uint64_t read_lines(const std::uint64_t* words, std::size_t count) {
#if HWY_TARGET == HWY_SCALAR
  std::uint64_t sum[4] = {};
  for (std::size_t i = 0; i + 4 <= count; i += 4) {
    for (std::size_t u = 0; u < 4; ++u) sum[u] ^= words[i + u];
  }
  return sum[0] ^ sum[1] ^ sum[2] ^ sum[3];
#else
  constexpr hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  auto a = hn::Zero(d), b = a;
  // Two lines at a time: with one, the place of the loop in the program decides whether it takes one cycle or
  // two.
  std::size_t i = 0;
  for (; i + 2 * kLineWords <= count; i += 2 * kLineWords) {
    for (std::size_t k = 0; k < 2 * kLineWords; k += 2 * kLanes) {
      a = hn::Xor(a, hn::Load(d, words + i + k));
      b = hn::Xor(b, hn::Load(d, words + i + k + kLanes));
    }
  }
  for (; i < count; i += kLanes) a = hn::Xor(a, hn::Load(d, words + i));
  return hn::GetLane(hn::Xor(a, b));
#endif
}

std::uint64_t sign_product_instructions(std::size_t entries) {
  constexpr std::size_t kTile = SignMatrix::kTileRows;
#if HWY_TARGET == HWY_SCALAR
  // One look-up of a low and a high part for each four entries.
  alignas(64) std::uint8_t table[64] = {};
  std::uint64_t sum[4] = {};
  for (std::size_t i = 0; i < entries / 16; ++i) {
    asm volatile("" : : "r"(table) : "memory");
    for (std::size_t u = 0; u < 4; ++u) sum[u] += table[u] + 128u * table[u + 16];
  }
  return sum[0] + sum[1] + sum[2] + sum[3] + kTile;
#else
  constexpr SignSums::D8 d8;
  constexpr std::size_t kVectors = 4;
  alignas(64) std::uint8_t lines[kVectors * 2 * kTile] = {1, 2, 3};
  SignSums s[kVectors];
  const std::size_t rounds = entries / (kVectors * 2 * 8 * hn::MaxLanes(d8));
  for (std::size_t i = 0; i < rounds; ++i) {
    asm volatile("" : : "r"(lines) : "memory");
    const SignSums::Tables a(lines), b(lines + kTile);
    for (std::size_t v = 0; v < kVectors; ++v) {
      s[v].add(hn::Load(d8, lines + 2 * v * kTile), a, hn::Load(d8, lines + (2 * v + 1) * kTile), b);
    }
  }
  auto all = s[0].low.all;
  for (const SignSums& one : s) {
    all = hn::Xor(hn::Xor(all, one.low.all), hn::Xor(one.low.odd, hn::Xor(one.high.all, one.high.odd)));
  }
  return hn::GetLane(all);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(popcount_lines);
HWY_EXPORT(read_lines);
HWY_EXPORT(sign_product_instructions);

std::uint64_t bare_popcount(std::span<const std::uint64_t> words) {
  return HWY_DYNAMIC_DISPATCH(popcount_lines)(words.data(), words.size());
}

std::uint64_t bare_read(std::span<const std::uint64_t> words) {
  return HWY_DYNAMIC_DISPATCH(read_lines)(words.data(), words.size());
}

std::uint64_t bare_sign_product(std::size_t entries) {
  return HWY_DYNAMIC_DISPATCH(sign_product_instructions)(entries);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
