// SPDX-License-Identifier: Apache-2.0
// Selection of two neighbouring ranks among the cavity fields of a factor, per target (median_select.h).

#if defined(BITBASIN_PERCEPTRON_MEDIAN_SELECT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_PERCEPTRON_MEDIAN_SELECT_INL_H_
#undef BITBASIN_PERCEPTRON_MEDIAN_SELECT_INL_H_
#else
#define BITBASIN_PERCEPTRON_MEDIAN_SELECT_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/messages/median_select.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Thresholds from -127 to 127, ascending.
struct Thresholds {
  int t[3];
};

// How many bytes are >= each threshold.
struct ThresholdCounts {
  std::size_t c[3];
};

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE ThresholdCounts count_bytes(const std::int8_t* HWY_RESTRICT y, std::size_t words,
                                       const Thresholds& at) {
  ThresholdCounts counts = {{0, 0, 0}};
  for (std::size_t i = 0; i < words * kWordBits; ++i) {
    for (std::size_t q = 0; q < 3; ++q) counts.c[q] += y[i] >= at.t[q];
  }
  return counts;
}

HWY_INLINE ThresholdCounts write_cavity_fields(const CavityFields& f, const Thresholds& at,
                                               std::int8_t* HWY_RESTRICT y) {
  for (std::size_t i = 0; i < f.words * kWordBits; ++i) {
    const std::size_t w = i / kWordBits, bit = i % kWordBits;
    const int gauged = f.x[w] >> bit & 1 ? f.theta[i] : -f.theta[i];
    y[i] = static_cast<std::int8_t>(std::max(gauged - (f.top[w] >> bit & 1 ? f.b : f.a), -128));
  }
  return count_bytes(y, f.words, at);
}

// Writes which bytes are >= bound and returns the largest of the others, or -128.
HWY_INLINE int write_top(const std::int8_t* HWY_RESTRICT y, std::size_t words, int bound,
                         std::uint64_t* HWY_RESTRICT top) {
  int below = -128;
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < kWordBits; ++bit) {
      const int value = y[w * kWordBits + bit];
      bits |= std::uint64_t{value >= bound} << bit;
      if (value < bound) below = std::max(below, value);
    }
    top[w] = bits;
  }
  return below;
}

#else

using Bytes = hn::ScalableTag<std::int8_t>;

HWY_INLINE hn::Vec<Bytes> byte_set(int value) {
  return hn::Set(Bytes(), static_cast<std::int8_t>(value));
}

// Counts for one vector after the other.
struct ThresholdCounter {
  hn::Vec<Bytes> below0, below1, below2;
  std::size_t c0 = 0, c1 = 0, c2 = 0;
  explicit HWY_INLINE ThresholdCounter(const Thresholds& at)
      : below0(byte_set(at.t[0] - 1)), below1(byte_set(at.t[1] - 1)), below2(byte_set(at.t[2] - 1)) {}
  HWY_INLINE void add(hn::Vec<Bytes> y) {
    c0 += hn::CountTrue(Bytes(), hn::Gt(y, below0));
    c1 += hn::CountTrue(Bytes(), hn::Gt(y, below1));
    c2 += hn::CountTrue(Bytes(), hn::Gt(y, below2));
  }
};

HWY_INLINE ThresholdCounts count_bytes(const std::int8_t* HWY_RESTRICT y, std::size_t words,
                                       const Thresholds& at) {
  constexpr std::size_t kLanes = hn::MaxLanes(Bytes());
  ThresholdCounter counter(at);
  for (std::size_t w = 0; w < words; ++w) {
    for (std::size_t i = 0; i < kWordBits; i += kLanes) {
      counter.add(hn::Load(Bytes(), y + w * kWordBits + i));
    }
  }
  return {{counter.c0, counter.c1, counter.c2}};
}

HWY_INLINE ThresholdCounts write_cavity_fields(const CavityFields& f, const Thresholds& at,
                                               std::int8_t* HWY_RESTRICT y) {
  constexpr Bytes d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto a = byte_set(f.a), b = byte_set(f.b);
  const auto* x_bits = reinterpret_cast<const std::uint8_t*>(f.x);
  const auto* top_bits = reinterpret_cast<const std::uint8_t*>(f.top);
  ThresholdCounter counter(at);
  for (std::size_t w = 0; w < f.words; ++w) {
    for (std::size_t i = w * kWordBits; i < (w + 1) * kWordBits; i += kLanes) {
      const auto x = hn::LoadMaskBits(d, x_bits + i / 8), top = hn::LoadMaskBits(d, top_bits + i / 8);
      const auto theta = hn::Load(d, f.theta + i);
      const auto gauged = hn::IfThenElse(x, theta, hn::Neg(theta));
      const auto cavity = hn::SaturatedSub(gauged, hn::IfThenElse(top, b, a));
      hn::Store(cavity, d, y + i);
      counter.add(cavity);
    }
  }
  return {{counter.c0, counter.c1, counter.c2}};
}

HWY_INLINE int write_top(const std::int8_t* HWY_RESTRICT y, std::size_t words, int bound,
                         std::uint64_t* HWY_RESTRICT top) {
  constexpr Bytes d;
  const auto least = byte_set(bound - 1), lowest = byte_set(-128);
  auto* bits = reinterpret_cast<std::uint8_t*>(top);
  auto below = lowest;
  for (std::size_t w = 0; w < words; ++w) {
    for (std::size_t i = w * kWordBits; i < (w + 1) * kWordBits; i += hn::MaxLanes(d)) {
      const auto value = hn::Load(d, y + i);
      const auto above = hn::Gt(value, least);
      hn::StoreMaskBits(d, above, bits + i / 8);
      below = hn::Max(below, hn::IfThenElse(above, lowest, value));
    }
  }
  // MaxOfLanes does not exist for bytes: extend the upper and the lower byte of each pair.
  constexpr hn::ScalableTag<std::int16_t> d16;
  const auto pairs = hn::BitCast(d16, below);
  const auto wide = hn::Max(hn::ShiftRight<8>(pairs), hn::ShiftRight<8>(hn::ShiftLeft<8>(pairs)));
  return hn::GetLane(hn::MaxOfLanes(d16, wide));
}

#endif  // HWY_SCALAR

// What is known about the rank: at least k of the bytes are >= low, fewer are >= high.
struct RankBracket {
  int low, high;
  std::size_t low_count, high_count;

  HWY_INLINE void narrow(const Thresholds& at, const ThresholdCounts& counts, std::size_t k) {
    for (std::size_t q = 0; q < 3; ++q) {
      if (counts.c[q] >= k) {
        low = at.t[q];
        low_count = counts.c[q];
      } else {
        high = at.t[q];
        high_count = counts.c[q];
        break;
      }
    }
  }

  // Where to count next. The bytes in between are nearly equally spaced, which predicts the place to a
  // fraction of the width; if that has failed twice, quarter the width.
  HWY_INLINE Thresholds next(std::size_t k, int passes) const {
    const int width = high - low;
    int place = low + width / 2, step = std::max(1, width / 4);
    if (passes < 3) {
      const auto rank = static_cast<int>(k - high_count), bytes = static_cast<int>(low_count - high_count);
      place = std::clamp(high - (2 * rank - 1) * width / (2 * bytes), low + 1, high - 1);
      step = std::max(1, width / 8);
    }
    return {{std::max(low + 1, place - step), place, std::min(high - 1, place + step)}};
  }
};

HWY_INLINE TwoRanks select_ranks_one(const CavityFields& f, std::size_t k, int guess, std::int8_t* y,
                                     std::uint64_t* next_top) {
  // A guess is off by a few ranks, which is a few units: see the scale in max_sum.cc.
  constexpr int kFirstStep = 8;
  guess = std::clamp(guess, -kMostField + kFirstStep, kMostField - kFirstStep);
  Thresholds at = {{guess - kFirstStep, guess, guess + kFirstStep}};
  RankBracket bracket = {-128, 128, f.words * kWordBits, 0};
  bracket.narrow(at, write_cavity_fields(f, at, y), k);
  for (int passes = 1; bracket.high - bracket.low > 1; ++passes) {
    at = bracket.next(k, passes);
    bracket.narrow(at, count_bytes(y, f.words, at), k);
  }
  const int first = bracket.low;
  if (first == -128 || bracket.low_count > k) return {first, first};
  return {first, write_top(y, f.words, first, next_top)};
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_PERCEPTRON_MEDIAN_SELECT_INL_H_
