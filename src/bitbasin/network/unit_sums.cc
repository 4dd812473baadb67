// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/unit_sums.h"

#include <algorithm>
#include <bit>

#include "bitbasin/bits/dot.h"

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

// With q_i the number that the bits of input i spell, xi_i = 2 q_i - Q, Q = 2^D - 1, T the positive weights
// of a unit and n the sum of q over them, W . xi = 4 n - 2 sum q - 2 Q T + Q N, so that
//
//   s = 2 n - c,   c = sum q + Q T - (Q N - 1) / 2.
//
// Planes on the way may wrap around: only s has to fit.

// The planes of -c, one after the other. `minus_c` is -c without T, and less one for the complement of Q T.
template <class D>
class StartPlanes {
 public:
  HWY_INLINE StartPlanes(std::uint64_t minus_c, const std::uint64_t* counts, std::size_t step)
      : minus_c_(minus_c), counts_(counts), step_(step), carry_(hn::Zero(D())) {}

  HWY_INLINE hn::Vec<D> next() {
    hn::Vec<D> plane = hn::Set(D(), 0 - (minus_c_ & 1));
    carry_ = full_add(plane, hn::Not(hn::Load(D(), counts_)), carry_);
    minus_c_ >>= 1;
    counts_ += step_;
    return plane;
  }

 private:
  std::uint64_t minus_c_;
  const std::uint64_t* counts_;
  std::size_t step_;
  hn::Vec<D> carry_;
};

// The planes of a sum as they are in memory.
template <class D>
class StoredPlanes {
 public:
  HWY_INLINE StoredPlanes(const std::uint64_t* words, std::size_t step) : words_(words), step_(step) {}

  HWY_INLINE hn::Vec<D> next() {
    const hn::Vec<D> plane = hn::Load(D(), words_);
    words_ += step_;
    return plane;
  }

 private:
  const std::uint64_t* words_;
  std::size_t step_;
};

// Writes the planes of before + 2^shift n, from plane `at` on.
template <class D, class Counter, class Before>
HWY_INLINE void add_counter(const Counter& n, std::size_t shift, Before before, std::size_t at,
                            std::size_t planes, std::uint64_t* out, std::size_t plane_words) {
  constexpr D d;
  const auto put = [&](hn::Vec<D> plane) HWY_ATTR { hn::Store(plane, d, out + at++ * plane_words); };
  while (at < shift) put(before.next());
  hn::Vec<D> carry = hn::Zero(d);
  n.for_each([&](std::size_t, hn::Vec<D> plane) HWY_ATTR {
    if (at == planes) return;
    hn::Vec<D> sum = before.next();
    carry = full_add(sum, plane, carry);
    put(sum);
  });
  while (at < planes) {
    const hn::Vec<D> sum = before.next();
    put(hn::Xor(sum, carry));
    carry = hn::And(sum, carry);
  }
}

// The sums of a group of one or two blocks.
template <class D, std::size_t kRowWords, std::size_t kHigh>
void sum_group(const SlicedWeights& weights, const OnInputs& batch, std::size_t group, UnitSums& sums) {
  constexpr D d;
  const LaneLayout& layout = weights.layout();
  const std::uint64_t largest = (std::uint64_t{1} << layout.depth) - 1;
  // Adds the rows of one tile for one bit of the inputs of one pattern.
  const auto add_rows = [&](std::size_t tile, std::size_t b, std::size_t p, std::size_t w) HWY_ATTR {
    const std::uint64_t* rows = weights.rows(group, tile) + w;
    const std::span<const std::uint16_t> inputs = batch.list(b * layout.depth + p, tile);
    SlicedCounter<kHigh, hn::Vec<D>> n;
    n.set([&](std::size_t) HWY_ATTR { return hn::Zero(d); });
    for (std::size_t i = 0; i < inputs.size(); i += OnInputs::kGroup) {
      const std::uint16_t* some = inputs.data() + i;
      n.add16([&](std::size_t r) HWY_ATTR { return hn::Load(d, rows + some[r] * kRowWords); });
    }
    std::uint64_t* out = sums.plane(b, 0) + group * layout.group_words + w;
    if (tile == 0 && p == 0) {
      const std::uint64_t minus_c = (largest * layout.inputs - 1) / 2 - batch.total(b) + 1;
      const StartPlanes<D> start(minus_c, weights.counts(group) + w, kRowWords);
      add_counter<D>(n, 1, start, 0, layout.planes, out, layout.plane_words);
    } else {
      const StoredPlanes<D> before(out + (p + 1) * layout.plane_words, layout.plane_words);
      add_counter<D>(n, p + 1, before, p + 1, layout.planes, out, layout.plane_words);
    }
  };
  for (std::size_t tile = 0; tile < layout.tiles(); ++tile) {
    for (std::size_t b = 0; b < batch.patterns(); ++b) {
      for (std::size_t p = 0; p < layout.depth; ++p) {
        for (std::size_t w = 0; w < kRowWords; w += hn::MaxLanes(d)) add_rows(tile, b, p, w);
      }
    }
  }
}

template <std::size_t kHigh>
void sum_groups_with(const SlicedWeights& weights, const OnInputs& batch, std::size_t begin, std::size_t end,
                     UnitSums& sums) {
  for (std::size_t group = begin; group < end; ++group) {
    const bool is_pair = weights.layout().row_words(group) == LaneLayout::kPairWords;
    const auto sum = is_pair ? sum_group<PairTag, LaneLayout::kPairWords, kHigh>
                             : sum_group<SliceTag, LaneLayout::kBlockWords, kHigh>;
    sum(weights, batch, group, sums);
  }
}

void sum_groups(const SlicedWeights& weights, const OnInputs& batch, std::size_t begin, std::size_t end,
                UnitSums& sums) {
  // As many planes as the counts of a tile need, at most 960; of few inputs, only those that are used.
  const auto sum = weights.layout().planes <= 9 ? sum_groups_with<4> : sum_groups_with<6>;
  sum(weights, batch, begin, end, sums);
}

std::size_t widest_row() {
  return hn::MaxLanes(PairTag()) == LaneLayout::kPairWords ? LaneLayout::kPairWords : LaneLayout::kBlockWords;
}

// Writes the numbers of the bits that are on, and returns how many they are. `out` has room for all bits.
std::size_t list_bits(const std::uint64_t* words, std::size_t count, std::uint16_t* out) {
  std::uint16_t* const begin = out;
#if HWY_TARGET <= HWY_AVX3_DL
  // Whole vectors of numbers are written, those that are on first. Without an instruction for that it is
  // slower than one bit after the other.
  const hn::CappedTag<std::uint16_t, 32> d;
  const std::size_t step = hn::Lanes(d);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words);
  auto numbers = hn::Iota(d, 0);
  for (std::size_t i = 0; i < count * kWordBits; i += step, bytes += step / 8) {
    const auto on = hn::LoadMaskBits(d, bytes);
    hn::StoreU(hn::Compress(numbers, on), d, out);
    out += hn::CountTrue(d, on);
    numbers = hn::Add(numbers, hn::Set(d, static_cast<std::uint16_t>(step)));
  }
#else
  for (std::size_t w = 0; w < count; ++w) {
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1) {
      *out++ = static_cast<std::uint16_t>(w * kWordBits + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }
#endif
  return static_cast<std::size_t>(out - begin);
}

void sum_listed(const BitMatrix& weights, const std::uint32_t* units, std::size_t count,
                const PatternView& pattern, int* out) {
  const auto inputs = static_cast<int>(weights.cols());
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t* row = weights.row(units[k]).data();
    int field = 0;
    for (std::size_t p = 0; p < pattern.depth; ++p) {
      const std::uint64_t differ = hamming_row(row, pattern.bits(p).data(), weights.stride());
      field += (inputs - 2 * static_cast<int>(differ)) << p;
    }
    out[k] = (field - 1) >> 1;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {
namespace {

// The smallest number of planes that holds -(Q N + 1) / 2 .. (Q N - 1) / 2.
std::size_t planes_for(std::size_t largest_field) {
  return static_cast<std::size_t>(std::bit_width(largest_field));
}

}  // namespace

HWY_EXPORT(list_bits);
HWY_EXPORT(sum_groups);
HWY_EXPORT(sum_listed);
HWY_EXPORT(widest_row);

LaneLayout::LaneLayout(const CommitteeShape& shape)
    : inputs(shape.inputs),
      depth(shape.depth),
      committees(shape.committees),
      row_lanes((shape.committees + 7) / 8 * 8),
      blocks((shape.units * row_lanes + kBlockLanes - 1) / kBlockLanes),
      planes(planes_for(shape.inputs * static_cast<std::size_t>(shape.levels()))),
      // A block of words more than needed, as a row is loaded as vectors from any byte; whole pairs, so that
      // all planes are aligned.
      plane_words((blocks + 2) / 2 * kPairWords),
      group_words(HWY_DYNAMIC_DISPATCH(widest_row)()),
      // Rows of 30 or 40 KB, which stay in the first-level cache, or close to it, while a batch goes through
      // them. Smaller tiles cost more additions to the sums.
      tile_words(group_words == kPairWords ? 10 : 15) {}

SlicedWeights::SlicedWeights(const LaneLayout& layout, const BitMatrix& weights)
    : layout_(layout),
      rows_(layout.blocks * (layout.inputs + layout.tiles()) * LaneLayout::kBlockWords),
      counts_(layout.blocks * layout.planes * LaneLayout::kBlockWords) {
  assert(weights.cols() == layout.inputs);
  const std::vector<std::uint64_t> zero(weights.stride());
  std::vector<UnitChange> units;
  for (std::size_t u = 0; u < weights.rows(); ++u) units.push_back({layout.lane(u), zero, weights.row(u)});
  update(units);
}

void SlicedWeights::update(std::span<const UnitChange> units) {
  const std::size_t words = (layout_.inputs + kWordBits - 1) / kWordBits;
  for (std::size_t tile = 0; tile < layout_.tiles(); ++tile) {
    const std::size_t begin = tile * layout_.tile_words;
    const std::size_t end = std::min(words, begin + layout_.tile_words);
    for (const UnitChange& unit : units) {
      const std::size_t word = unit.lane / kWordBits;
      const std::size_t group = word / layout_.group_words;
      const std::size_t row_words = layout_.row_words(group);
      std::uint64_t* row = rows_.data() + first_row(group, tile) + word % layout_.group_words;
      const std::uint64_t bit = std::uint64_t{1} << unit.lane % kWordBits;
      for (std::size_t w = begin; w < end; ++w, row += kWordBits * row_words) {
        for (std::uint64_t flips = unit.before[w] ^ unit.now[w]; flips != 0; flips &= flips - 1) {
          row[static_cast<std::size_t>(std::countr_zero(flips)) * row_words] ^= bit;
        }
      }
    }
  }
  const BitMatrix none(1, layout_.inputs);
  for (const UnitChange& unit : units) {
    set_count(unit.lane, hamming(unit.now, none.row(0)) * ((std::size_t{1} << layout_.depth) - 1));
  }
}

void SlicedWeights::set_count(std::size_t lane, std::size_t count) {
  const std::size_t group = lane / kWordBits / layout_.group_words;
  std::uint64_t* word =
      counts_.data() + group * layout_.planes * layout_.group_words + lane / kWordBits % layout_.group_words;
  const std::size_t shift = lane % kWordBits;
  for (std::size_t p = 0; p < layout_.planes; ++p, word += layout_.row_words(group)) {
    *word = (*word & ~(std::uint64_t{1} << shift)) | std::uint64_t{count >> p & 1} << shift;
  }
}

UnitSums::UnitSums(const LaneLayout& layout, std::size_t patterns)
    : layout_(layout), patterns_(patterns), words_(patterns * layout.planes * layout.plane_words) {}

int UnitSums::get(std::size_t pattern, std::size_t lane) const {
  const auto bit = [&](std::size_t p) {
    return static_cast<int>(plane(pattern, p)[lane / kWordBits] >> lane % kWordBits & 1);
  };
  int sum = -bit(layout_.planes - 1);
  for (std::size_t p = layout_.planes - 1; p-- > 0;) sum = 2 * sum + bit(p);
  return sum;
}

void UnitSums::set(std::size_t pattern, std::size_t lane, int sum) {
  const std::size_t shift = lane % kWordBits;
  std::uint64_t* word = plane(pattern, 0) + lane / kWordBits;
  for (std::size_t p = 0; p < layout_.planes; ++p, word += layout_.plane_words) {
    set_bit(*word, shift, static_cast<std::uint64_t>(sum) >> p & 1);
  }
}

void OnInputs::add(const PatternView& pattern, const LaneLayout& layout) {
  const std::size_t words = (pattern.inputs() + kWordBits - 1) / kWordBits;
  const auto list = HWY_DYNAMIC_DISPATCH(list_bits);
  tiles_ = 0;
  std::uint64_t total = 0;
  for (std::size_t p = 0; p < pattern.depth; ++p) {
    for (std::size_t first = 0; first < words; first += layout.tile_words) {
      const std::size_t tile_words = std::min(layout.tile_words, words - first);
      const std::size_t begin = begins_.back();
      const std::size_t room = begin + tile_words * kWordBits + kGroup;
      if (inputs_.size() < room) inputs_.resize(2 * room);
      std::uint16_t* on = inputs_.data() + begin;
      const std::size_t count = list(pattern.bits(p).data() + first, tile_words, on);
      const std::size_t padded = (count + kGroup - 1) / kGroup * kGroup;
      const std::size_t inputs = std::min(tile_words * kWordBits, pattern.inputs() - first * kWordBits);
      std::fill(on + count, on + padded, static_cast<std::uint16_t>(inputs));
      begins_.push_back(begin + padded);
      total += std::uint64_t{count} << p;
      if (p == 0) ++tiles_;
    }
  }
  totals_.push_back(total);
}

void sum_units(const SlicedWeights& weights, const OnInputs& batch, UnitSums& sums, std::size_t begin,
               std::size_t end) {
  assert(batch.patterns() <= sums.patterns() && end <= weights.layout().groups());
  HWY_DYNAMIC_DISPATCH(sum_groups)(weights, batch, begin, end, sums);
}

void sum_some_units(const BitMatrix& weights, std::span<const std::uint32_t> units,
                    const PatternView& pattern, std::span<int> out) {
  assert(units.size() <= out.size() && pattern.inputs() == weights.cols());
  HWY_DYNAMIC_DISPATCH(sum_listed)(weights, units.data(), units.size(), pattern, out.data());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
