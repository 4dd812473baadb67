// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/readout.h"

#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/network/readout.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/network/sliced_counter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// Word `word` of the committees in row j of a plane; rows start at any byte.
HWY_INLINE Slice load_row(const std::uint64_t* plane, std::size_t row_bytes, std::size_t j,
                          std::size_t word) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(plane + word) + j * row_bytes;
#if HWY_TARGET == HWY_SCALAR
  std::uint64_t value;
  std::memcpy(&value, bytes, sizeof(value));
  return hn::Set(SliceTag(), value);
#else
  const hn::Repartition<std::uint8_t, SliceTag> d8;
  return hn::BitCast(SliceTag(), hn::LoadU(d8, bytes));
#endif
}

// Bit k of `votes`: whether most units of committee k are positive. Bits past the last committee are
// meaningless. Counts the negative ones from -(K1 + 1) / 2 on: the sum is negative if they are few.
void count_votes(const std::uint64_t* signs, std::size_t row_bytes, std::size_t units, std::size_t words,
                 std::uint64_t* votes) {
  constexpr SliceTag d;
  constexpr std::size_t kHigh = 6;  // ten planes: K1 up to 1021
  const std::uint64_t start = 0 - std::uint64_t{units + 1} / 2;
  const auto constant = [&](std::size_t p) HWY_ATTR { return hn::Set(d, 0 - (start >> p & 1)); };
  for (std::size_t w = 0; w < words; w += kSliceWords) {
    SlicedCounter<kHigh> negative;
    negative.set(constant);
    std::size_t j = 0;
    for (; j + 16 <= units; j += 16) {
      negative.add16([&](std::size_t r) HWY_ATTR { return load_row(signs, row_bytes, j + r, w); });
    }
    for (; j < units; ++j) negative.add1(load_row(signs, row_bytes, j, w));
    hn::StoreU(negative.high[kHigh - 1], d, votes + w);
  }
}

// For each committee of `wrong` keeps, in candidates[j], the bits of its units with the wrong sign and the
// smallest |field|: plane by plane from the top, units with a zero there push out those with a one. The
// magnitude of a wrong sum s is s if the unit should be negative and -1 - s = ~s if it should be positive.
void keep_easiest(const std::uint64_t* sums, std::size_t planes, std::size_t plane_words,
                  std::size_t row_bytes, std::size_t units, std::size_t word, const std::uint64_t* wrong,
                  const std::uint64_t* wanted, std::uint64_t* candidates) {
  constexpr SliceTag d;
  const Slice positive = hn::LoadU(d, wanted);
  const Slice affected = hn::LoadU(d, wrong);
  const std::uint64_t* signs = sums + (planes - 1) * plane_words;
  for (std::size_t j = 0; j < units; ++j) {
    const Slice right = hn::Xor(load_row(signs, row_bytes, j, word), positive);
    hn::Store(hn::AndNot(right, affected), d, candidates + j * kSliceWords);
  }
  for (std::size_t p = planes - 1; p-- > 0;) {
    const std::uint64_t* plane = sums + p * plane_words;
    Slice smaller = hn::Zero(d);
    for (std::size_t j = 0; j < units; ++j) {
      const Slice magnitude = hn::Xor(load_row(plane, row_bytes, j, word), positive);
      smaller = hn::Or(smaller, hn::AndNot(magnitude, hn::Load(d, candidates + j * kSliceWords)));
    }
    for (std::size_t j = 0; j < units; ++j) {
      const Slice magnitude = hn::Xor(load_row(plane, row_bytes, j, word), positive);
      const Slice out = hn::And(magnitude, smaller);
      std::uint64_t* candidate = candidates + j * kSliceWords;
      hn::Store(hn::AndNot(out, hn::Load(d, candidate)), d, candidate);
    }
  }
}

// S_l for each label: committees that agree with its row of outputs minus those that do not.
void sum_labels(const BitMatrix& outputs, const std::uint64_t* committees, std::size_t words, int* sums) {
  for (std::size_t l = 0; l < outputs.rows(); ++l) {
    const std::uint64_t* output = outputs.row(l).data();
    int differ = 0;
    for (std::size_t w = 0; w < words; ++w) differ += std::popcount(output[w] ^ committees[w]);
    sums[l] = static_cast<int>(outputs.cols()) - 2 * differ;
  }
}

std::size_t slice_words() {
  return kSliceWords;
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(count_votes);
HWY_EXPORT(keep_easiest);
HWY_EXPORT(sum_labels);
HWY_EXPORT(slice_words);

Readout::Readout(const CommitteeShape& shape, const BitMatrix& outputs)
    : shape_(shape),
      outputs_(outputs),
      committees_(outputs.stride()),
      candidates_(shape.units * LaneLayout::kBlockWords),
      sums_(shape.labels) {}

void Readout::read(const UnitSums& sums, std::size_t pattern) {
  const std::size_t words = (shape_.committees + kWordBits - 1) / kWordBits;
  HWY_DYNAMIC_DISPATCH(count_votes)
  (sums.signs(pattern), sums.layout().row_lanes / 8, shape_.units, words, committees_.data());
  clear_padding(committees_, shape_.committees);
  HWY_DYNAMIC_DISPATCH(sum_labels)(outputs_, committees_.data(), words, sums_.data());
}

void Readout::find_easiest(const UnitSums& sums, std::size_t pattern, std::size_t label) {
  static_assert(std::endian::native == std::endian::little, "rows of lanes start at any byte");
  picks_.clear();
  const auto keep = HWY_DYNAMIC_DISPATCH(keep_easiest);
  const std::size_t step = HWY_DYNAMIC_DISPATCH(slice_words)();
  const LaneLayout& layout = sums.layout();
  const std::uint64_t* wanted = outputs_.row(label).data();
  const std::size_t words = (shape_.committees + kWordBits - 1) / kWordBits;
  for (std::size_t first = 0; first < words; first += step) {
    std::uint64_t wrong[LaneLayout::kBlockWords];
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < step; ++w) any |= wrong[w] = wanted[first + w] ^ committees_[first + w];
    if (any == 0) continue;
    keep(sums.plane(pattern, 0), layout.planes, layout.plane_words, layout.row_lanes / 8, shape_.units, first,
         wrong, wanted + first, candidates_.data());
    for (std::size_t j = 0; j < shape_.units; ++j) {
      for (std::size_t w = 0; w < step; ++w) {
        std::uint64_t picked = candidates_[j * step + w] & wrong[w];
        wrong[w] ^= picked;
        for (; picked != 0; picked &= picked - 1) {
          const auto bit = static_cast<std::size_t>(std::countr_zero(picked));
          picks_.push_back(
              {static_cast<std::uint32_t>(j), static_cast<std::uint32_t>((first + w) * kWordBits + bit)});
        }
      }
    }
  }
}

}  // namespace bitbasin
#endif  // HWY_ONCE
