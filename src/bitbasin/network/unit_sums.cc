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

// With q_i the number that the bits of input i spell, xi_i = 2 q_i - Q, Q = 2^D - 1, T the positive weights
// of a unit and n the sum of q over them, W . xi = 4 n - 2 sum q - 2 Q T + Q N, so that
//
//   s = 2 n - c,   c = sum q + Q T - (Q N - 1) / 2.
//
// Planes on the way may wrap around: only s has to fit.

// The planes of -c, one after the other. `minus_c` is -c without T, and less one for the complement of Q T.
class StartPlanes {
 public:
  HWY_INLINE StartPlanes(std::uint64_t minus_c, const std::uint64_t* counts)
      : minus_c_(minus_c), counts_(counts), carry_(hn::Zero(SliceTag())) {}

  HWY_INLINE Slice next() {
    Slice plane = hn::Set(SliceTag(), 0 - (minus_c_ & 1));
    carry_ = full_add(plane, hn::Not(hn::Load(SliceTag(), counts_)), carry_);
    minus_c_ >>= 1;
    counts_ += LaneLayout::kBlockWords;
    return plane;
  }

 private:
  std::uint64_t minus_c_;
  const std::uint64_t* counts_;
  Slice carry_;
};

// The planes of a sum as they are in memory.
class StoredPlanes {
 public:
  HWY_INLINE StoredPlanes(const std::uint64_t* words, std::size_t step) : words_(words), step_(step) {}

  HWY_INLINE Slice next() {
    const Slice plane = hn::Load(SliceTag(), words_);
    words_ += step_;
    return plane;
  }

 private:
  const std::uint64_t* words_;
  std::size_t step_;
};

// Writes the planes of before + 2^shift n, from plane `at` on.
template <class Counter, class Before>
HWY_INLINE void add_counter(const Counter& n, std::size_t shift, Before before, std::size_t at,
                            std::size_t planes, std::uint64_t* out, std::size_t plane_words) {
  constexpr SliceTag d;
  const auto put = [&](Slice plane) HWY_ATTR { hn::Store(plane, d, out + at++ * plane_words); };
  while (at < shift) put(before.next());
  Slice carry = hn::Zero(d);
  n.for_each([&](std::size_t, Slice plane) HWY_ATTR {
    if (at == planes) return;
    Slice sum = before.next();
    carry = full_add(sum, plane, carry);
    put(sum);
  });
  while (at < planes) {
    const Slice sum = before.next();
    put(hn::Xor(sum, carry));
    carry = hn::And(sum, carry);
  }
}

template <std::size_t kHigh>
void sum_blocks_with(const SlicedWeights& weights, const OnInputs& batch, std::size_t begin, std::size_t end,
                     UnitSums& sums) {
  constexpr SliceTag d;
  constexpr std::size_t kBlockWords = LaneLayout::kBlockWords;
  const LaneLayout& layout = weights.layout();
  const std::uint64_t largest = (std::uint64_t{1} << layout.depth) - 1;
  // Adds the rows of one tile for one bit of the inputs of one pattern.
  const auto add_rows = [&](std::size_t block, std::size_t tile, std::size_t b, std::size_t p,
                            std::size_t w) HWY_ATTR {
    const std::uint64_t* rows = weights.rows(block, tile) + w;
    const std::span<const std::uint16_t> inputs = batch.list(b * layout.depth + p, tile);
    SlicedCounter<kHigh> n;
    n.set([&](std::size_t) HWY_ATTR { return hn::Zero(d); });
    for (std::size_t i = 0; i < inputs.size(); i += OnInputs::kGroup) {
      const std::uint16_t* group = inputs.data() + i;
      n.add16([&](std::size_t r) HWY_ATTR { return hn::Load(d, rows + group[r] * kBlockWords); });
    }
    std::uint64_t* out = sums.plane(b, 0) + block * kBlockWords + w;
    if (tile == 0 && p == 0) {
      const std::uint64_t minus_c = (largest * layout.inputs - 1) / 2 - batch.total(b) + 1;
      add_counter(n, 1, StartPlanes(minus_c, weights.counts(block) + w), 0, layout.planes, out,
                  layout.plane_words);
    } else {
      add_counter(n, p + 1, StoredPlanes(out + (p + 1) * layout.plane_words, layout.plane_words), p + 1,
                  layout.planes, out, layout.plane_words);
    }
  };
  for (std::size_t block = begin; block < end; ++block) {
    for (std::size_t tile = 0; tile < layout.tiles(); ++tile) {
      for (std::size_t b = 0; b < batch.patterns(); ++b) {
        for (std::size_t p = 0; p < layout.depth; ++p) {
          for (std::size_t w = 0; w < kBlockWords; w += kSliceWords) add_rows(block, tile, b, p, w);
        }
      }
    }
  }
}

void sum_blocks(const SlicedWeights& weights, const OnInputs& batch, std::size_t begin, std::size_t end,
                UnitSums& sums) {
  // As many planes as the counts of a tile need, at most 960; of few inputs, only those that are used.
  const auto sum = weights.layout().planes <= 9 ? sum_blocks_with<4> : sum_blocks_with<6>;
  sum(weights, batch, begin, end, sums);
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

std::size_t count_ones(std::span<const std::uint64_t> words) {
  std::size_t ones = 0;
  for (const std::uint64_t word : words) ones += static_cast<std::size_t>(std::popcount(word));
  return ones;
}

}  // namespace

HWY_EXPORT(list_bits);
HWY_EXPORT(sum_blocks);
HWY_EXPORT(sum_listed);

LaneLayout::LaneLayout(const CommitteeShape& shape)
    : inputs(shape.inputs),
      depth(shape.depth),
      committees(shape.committees),
      row_lanes((shape.committees + 7) / 8 * 8),
      blocks((shape.units * row_lanes + kBlockLanes - 1) / kBlockLanes),
      planes(planes_for(shape.inputs * static_cast<std::size_t>(shape.levels()))),
      // One more block of words than needed: a row is loaded as vectors, from any byte.
      plane_words((blocks + 1) * kBlockWords) {}

SlicedWeights::SlicedWeights(const LaneLayout& layout, const BitMatrix& weights)
    : layout_(layout),
      rows_(layout.blocks * block_words()),
      counts_(layout.blocks * layout.planes * LaneLayout::kBlockWords) {
  assert(weights.cols() == layout.inputs);
  const std::vector<std::uint64_t> zero(weights.stride());
  std::vector<UnitChange> units;
  for (std::size_t u = 0; u < weights.rows(); ++u) units.push_back({layout.lane(u), zero, weights.row(u)});
  update(units);
}

void SlicedWeights::update(std::span<const UnitChange> units) {
  const std::size_t words = (layout_.inputs + kWordBits - 1) / kWordBits;
  for (std::size_t begin = 0; begin < words; begin += LaneLayout::kTileWords) {
    const std::size_t end = std::min(words, begin + LaneLayout::kTileWords);
    const std::size_t first_row = begin * kWordBits + begin / LaneLayout::kTileWords;
    for (const UnitChange& unit : units) {
      std::uint64_t* row = rows_.data() + unit.lane / LaneLayout::kBlockLanes * block_words() +
                           first_row * LaneLayout::kBlockWords +
                           unit.lane % LaneLayout::kBlockLanes / kWordBits;
      const std::uint64_t bit = std::uint64_t{1} << unit.lane % kWordBits;
      for (std::size_t w = begin; w < end; ++w, row += kWordBits * LaneLayout::kBlockWords) {
        for (std::uint64_t flips = unit.before[w] ^ unit.now[w]; flips != 0; flips &= flips - 1) {
          row[static_cast<std::size_t>(std::countr_zero(flips)) * LaneLayout::kBlockWords] ^= bit;
        }
      }
    }
  }
  for (const UnitChange& unit : units) {
    set_count(unit.lane, count_ones(unit.now) * ((std::size_t{1} << layout_.depth) - 1));
  }
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

void OnInputs::add(const PatternView& pattern) {
  const std::size_t words = (pattern.inputs() + kWordBits - 1) / kWordBits;
  const auto list = HWY_DYNAMIC_DISPATCH(list_bits);
  tiles_ = 0;
  std::uint64_t total = 0;
  for (std::size_t p = 0; p < pattern.depth; ++p) {
    for (std::size_t first = 0; first < words; first += LaneLayout::kTileWords) {
      const std::size_t tile_words = std::min(LaneLayout::kTileWords, words - first);
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
  assert(batch.patterns() <= sums.patterns() && end <= weights.layout().blocks);
  HWY_DYNAMIC_DISPATCH(sum_blocks)(weights, batch, begin, end, sums);
}

void sum_some_units(const BitMatrix& weights, std::span<const std::uint32_t> units,
                    const PatternView& pattern, std::span<int> out) {
  assert(units.size() <= out.size() && pattern.inputs() == weights.cols());
  HWY_DYNAMIC_DISPATCH(sum_listed)(weights, units.data(), units.size(), pattern, out.data());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
