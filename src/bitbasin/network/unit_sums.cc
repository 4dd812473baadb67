// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/unit_sums.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/network/unit_sums.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/popcount-inl.h"
#include "bitbasin/network/sliced_counter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// With A the inputs that are on, T the positive weights of a unit and n the positive weights in A, mismatches
// are |A| + T - 2 n, so that
//
//   s = 2 n - c,   c = |A| + T - (N - 1) / 2.
//
// The lowest plane of s is that of -c; the others start at -c >> 1 and grow by n. As |s| <= N / 2 the planes
// in between may wrap around.
template <std::size_t kHigh>
HWY_INLINE void sum_slice(const std::uint64_t* rows, const std::uint64_t* counts,
                          std::span<const std::uint16_t> inputs, std::uint64_t minus_c, std::uint64_t* out,
                          std::size_t plane_words) {
  constexpr SliceTag d;
  constexpr std::size_t kBlockWords = LaneLayout::kBlockWords;
  SlicedCounter<kHigh> n;
  Slice start[SlicedCounter<kHigh>::kPlanes + 1];
  // -c = (N - 1) / 2 - |A| + 1 + ~T, added plane by plane; minus_c holds the part without T.
  Slice carry = hn::Zero(d);
  for (std::size_t p = 0; p <= SlicedCounter<kHigh>::kPlanes; ++p) {
    start[p] = hn::Set(d, 0 - (minus_c >> p & 1));
    carry = add_carry(start[p], hn::Not(hn::Load(d, counts + p * kBlockWords)), carry);
  }
  n.ones = start[1];
  n.twos = start[2];
  n.fours = start[3];
  n.eights = start[4];
  for (std::size_t p = 0; p < kHigh; ++p) n.high[p] = start[5 + p];
  for (std::size_t i = 0; i < inputs.size(); i += OnInputs::kGroup) {
    const std::uint16_t* group = inputs.data() + i;
    n.add16([&](std::size_t r) HWY_ATTR { return hn::Load(d, rows + group[r] * kBlockWords); });
  }
  hn::Store(start[0], d, out);
  hn::Store(n.ones, d, out + plane_words);
  hn::Store(n.twos, d, out + 2 * plane_words);
  hn::Store(n.fours, d, out + 3 * plane_words);
  hn::Store(n.eights, d, out + 4 * plane_words);
  for (std::size_t p = 0; p < kHigh; ++p) hn::Store(n.high[p], d, out + (5 + p) * plane_words);
}

template <std::size_t kHigh>
void sum_blocks_with(const SlicedWeights& weights, const OnInputs& batch, std::size_t begin, std::size_t end,
                     UnitSums& sums) {
  const LaneLayout& layout = weights.layout();
  for (std::size_t block = begin; block < end; ++block) {
    for (std::size_t b = 0; b < batch.patterns(); ++b) {
      const std::uint64_t minus_c = (layout.inputs - 1) / 2 - batch.count(b) + 1;
      for (std::size_t w = 0; w < LaneLayout::kBlockWords; w += kSliceWords) {
        sum_slice<kHigh>(weights.rows(block) + w, weights.counts(block) + w, batch.list(b), minus_c,
                         sums.plane(b, 0) + block * LaneLayout::kBlockWords + w, layout.plane_words);
      }
    }
  }
}

void sum_blocks(const SlicedWeights& weights, const OnInputs& batch, std::size_t begin, std::size_t end,
                UnitSums& sums) {
  switch (weights.layout().planes) {
    case 9:
      return sum_blocks_with<4>(weights, batch, begin, end, sums);
    case 11:
      return sum_blocks_with<6>(weights, batch, begin, end, sums);
    case 13:
      return sum_blocks_with<8>(weights, batch, begin, end, sums);
    default:
      assert(weights.layout().planes == 17);
      return sum_blocks_with<12>(weights, batch, begin, end, sums);
  }
}

void sum_listed(const BitMatrix& weights, const std::uint32_t* units, std::size_t count,
                const std::uint64_t* pattern, int* out) {
  const auto centre = static_cast<int>((weights.cols() - 1) / 2);
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t differ = hamming_row(weights.row(units[k]).data(), pattern, weights.stride());
    out[k] = centre - static_cast<int>(differ);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {
namespace {

// The smallest of the compiled numbers of planes that holds -(N + 1) / 2 .. (N - 1) / 2.
std::size_t planes_for(std::size_t inputs) {
  for (const std::size_t planes : {9u, 11u, 13u}) {
    if (inputs + 1 <= std::size_t{1} << planes) return planes;
  }
  return 17;
}

std::size_t count_ones(std::span<const std::uint64_t> words) {
  std::size_t ones = 0;
  for (const std::uint64_t word : words) ones += static_cast<std::size_t>(std::popcount(word));
  return ones;
}

}  // namespace

HWY_EXPORT(sum_blocks);
HWY_EXPORT(sum_listed);

LaneLayout::LaneLayout(const CommitteeShape& shape)
    : inputs(shape.inputs),
      committees(shape.committees),
      row_lanes((shape.committees + 7) / 8 * 8),
      blocks((shape.units * row_lanes + kBlockLanes - 1) / kBlockLanes),
      planes(planes_for(shape.inputs)),
      // One more block of words than needed: a row is loaded as vectors, from any byte.
      plane_words((blocks + 1) * kBlockWords) {}

SlicedWeights::SlicedWeights(const LaneLayout& layout, const CommitteeShape& shape, const BitMatrix& weights)
    : layout_(layout),
      rows_(layout.blocks * block_words()),
      counts_(layout.blocks * layout.planes * LaneLayout::kBlockWords) {
  assert(weights.rows() == shape.all_units() && weights.cols() == shape.inputs);
  const std::vector<std::uint64_t> zero(weights.stride());
  for (std::size_t u = 0; u < weights.rows(); ++u) update(u, zero, weights.row(u));
}

void SlicedWeights::update(std::size_t unit, std::span<const std::uint64_t> before,
                           std::span<const std::uint64_t> now) {
  const std::size_t lane = layout_.lane(unit);
  std::uint64_t* word = rows_.data() + lane / LaneLayout::kBlockLanes * block_words() +
                        lane % LaneLayout::kBlockLanes / kWordBits;
  const std::uint64_t bit = std::uint64_t{1} << lane % kWordBits;
  for (std::size_t w = 0; w < now.size(); ++w) {
    for (std::uint64_t flips = before[w] ^ now[w]; flips != 0; flips &= flips - 1) {
      const std::size_t input = w * kWordBits + static_cast<std::size_t>(std::countr_zero(flips));
      word[input * LaneLayout::kBlockWords] ^= bit;
    }
  }
  set_count(lane, count_ones(now));
}

void SlicedWeights::set_count(std::size_t lane, std::size_t count) {
  std::uint64_t* word = counts_.data() +
                        lane / LaneLayout::kBlockLanes * layout_.planes * LaneLayout::kBlockWords +
                        lane % LaneLayout::kBlockLanes / kWordBits;
  const std::size_t shift = lane % kWordBits;
  for (std::size_t p = 0; p < layout_.planes; ++p, word += LaneLayout::kBlockWords) {
    *word = (*word & ~(std::uint64_t{1} << shift)) | std::uint64_t{count >> p & 1} << shift;
  }
}

UnitSums::UnitSums(const LaneLayout& layout, std::size_t patterns)
    : layout_(layout), patterns_(patterns), words_(patterns * layout.planes * layout.plane_words) {}

int UnitSums::get(std::size_t pattern, std::size_t unit) const {
  const std::size_t lane = layout_.lane(unit);
  const auto bit = [&](std::size_t p) {
    return static_cast<int>(plane(pattern, p)[lane / kWordBits] >> lane % kWordBits & 1);
  };
  int sum = -bit(layout_.planes - 1);
  for (std::size_t p = layout_.planes - 1; p-- > 0;) sum = 2 * sum + bit(p);
  return sum;
}

void UnitSums::set(std::size_t pattern, std::size_t unit, int sum) {
  const std::size_t lane = layout_.lane(unit);
  const std::size_t shift = lane % kWordBits;
  std::uint64_t* word = plane(pattern, 0) + lane / kWordBits;
  for (std::size_t p = 0; p < layout_.planes; ++p, word += layout_.plane_words) {
    set_bit(*word, shift, static_cast<std::uint64_t>(sum) >> p & 1);
  }
}

void OnInputs::add(std::span<const std::uint64_t> pattern, std::size_t inputs) {
  const std::size_t begin = inputs_.size();
  inputs_.resize(begin + pattern.size() * kWordBits);
  std::uint16_t* out = inputs_.data() + begin;
  for (std::size_t w = 0; w < pattern.size(); ++w) {
    for (std::uint64_t bits = pattern[w]; bits != 0; bits &= bits - 1) {
      *out++ = static_cast<std::uint16_t>(w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
  counts_.push_back(static_cast<std::size_t>(out - inputs_.data()) - begin);
  const std::size_t padded = (counts_.back() + kGroup - 1) / kGroup * kGroup;
  inputs_.resize(begin + padded);
  std::fill(inputs_.data() + begin + counts_.back(), inputs_.data() + begin + padded,
            static_cast<std::uint16_t>(inputs));
  begins_.push_back(inputs_.size());
}

void sum_units(const SlicedWeights& weights, const OnInputs& batch, UnitSums& sums, std::size_t begin,
               std::size_t end) {
  assert(batch.patterns() <= sums.patterns() && end <= weights.layout().blocks);
  HWY_DYNAMIC_DISPATCH(sum_blocks)(weights, batch, begin, end, sums);
}

void sum_some_units(const BitMatrix& weights, std::span<const std::uint32_t> units,
                    std::span<const std::uint64_t> pattern, std::span<int> out) {
  assert(units.size() <= out.size() && pattern.size() == weights.stride());
  HWY_DYNAMIC_DISPATCH(sum_listed)(weights, units.data(), units.size(), pattern.data(), out.data());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
