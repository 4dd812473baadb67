// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/bit_detectors.h"

#include <algorithm>
#include <bit>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/bit_patches/bit_detectors.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/full_adder-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The rows of three pixels x, y, z: the low bit of the number that agree with a filter, for patterns of the
// filter with an even and with an odd number of ones; then the high bit for each of the eight patterns. After
// all triples come the last pixel, where one is left, and its complement.
void sum_triples(const std::uint64_t* HWY_RESTRICT seen, std::size_t taps, std::size_t words,
                 std::uint64_t* HWY_RESTRICT out) {
  const hn::CappedTag<std::uint64_t, 8> d;
  for (std::size_t w = 0; w < words; w += hn::Lanes(d)) {
    std::uint64_t* to = out + w;
    for (std::size_t t = 0; t + 3 <= taps; t += 3, to += BitDetectorLists::kTripleRows * words) {
      const auto x = hn::Load(d, seen + t * words + w);
      const auto y = hn::Load(d, seen + (t + 1) * words + w);
      const auto z = hn::Load(d, seen + (t + 2) * words + w);
      const auto put = [&](std::size_t row, hn::Vec<decltype(d)> bits)
                           HWY_ATTR { hn::Store(bits, d, to + row * words); };
      const auto odd = hn::Xor3(x, y, z);
      put(0, hn::Not(odd));
      put(1, odd);
      const auto high = [&](std::size_t pattern, hn::Vec<decltype(d)> bits) HWY_ATTR {
        put(2 + pattern, bits);
        put(2 + (7 ^ pattern), hn::Not(bits));  // the opposite pattern: what agreed, differs
      };
      high(7, majority(x, y, z));
      high(6, majority(hn::Not(x), y, z));
      high(5, majority(x, hn::Not(y), z));
      high(4, majority(hn::Not(x), hn::Not(y), z));
    }
    if (taps % 3 == 0) continue;
    const auto last = hn::Load(d, seen + (taps - 1) * words + w);
    hn::Store(hn::Not(last), d, to);
    hn::Store(last, d, to + words);
  }
}

// Adds up the rows of each filter as bit-sliced numbers of kPlanes bits: four triples of pixels by full
// adders, whose carry ripples through the high planes. A count is enough if adding what is missing to
// 2^kPlanes overflows. Two vectors at a time share the list of rows.
template <std::size_t kPlanes>
void detect_with(const BitDetectorLists& lists, const std::uint64_t* HWY_RESTRICT sums,
                 const std::uint64_t* HWY_RESTRICT valid, std::uint8_t* HWY_RESTRICT found) {
  const hn::CappedTag<std::uint64_t, 8> d;
  using Bits = hn::Vec<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  static_assert(BitBlocks::kLine % (2 * kLanes) == 0);
  const std::uint32_t* rows = lists.rows;
  for (std::size_t f = 0; f < lists.filters; ++f, rows += 1 + 2 * lists.triples) {
    for (std::size_t w = 0; w < lists.words; w += 2 * kLanes) {
      Bits planes[2][kPlanes];
      for (std::size_t v = 0; v < 2; ++v) {
        planes[v][0] = hn::Load(d, sums + rows[0] + w + v * kLanes);
        for (std::size_t p = 1; p < kPlanes; ++p) planes[v][p] = hn::Zero(d);
      }
      for (const std::uint32_t* row = rows + 1; row < rows + 1 + 2 * lists.triples; row += 8) {
        HWY_UNROLL(2)
        for (std::size_t v = 0; v < 2; ++v) {
          const auto load = [&](std::size_t i)
                                HWY_ATTR { return hn::Load(d, sums + row[i] + w + v * kLanes); };
          Bits* HWY_RESTRICT count = planes[v];
          const Bits twos_a = full_add(count[0], load(0), load(1));
          const Bits twos_b = full_add(count[0], load(2), load(3));
          const Bits fours_a = full_add(count[1], load(4), load(5));
          const Bits fours_b = full_add(count[1], load(6), load(7));
          const Bits fours_c = full_add(count[1], twos_a, twos_b);
          const Bits eights_a = full_add(count[2], fours_a, fours_b);
          const Bits eights_b = hn::And(count[2], fours_c);
          count[2] = hn::Xor(count[2], fours_c);
          Bits carry = full_add(count[3], eights_a, eights_b);
          for (std::size_t p = 4; p < kPlanes; ++p) {
            const Bits next = hn::And(count[p], carry);
            count[p] = hn::Xor(count[p], carry);
            carry = next;
          }
        }
      }
      for (std::size_t k = lists.begins[f]; k < lists.begins[f + 1]; ++k) {
        Bits carry[2] = {hn::Zero(d), hn::Zero(d)};
        for (std::size_t p = 0; p < kPlanes; ++p) {
          const auto missing = hn::Set(d, 0 - std::uint64_t{lists.missing[k] >> p & 1u});
          for (std::size_t v = 0; v < 2; ++v) carry[v] = majority(planes[v][p], missing, carry[v]);
        }
        HWY_UNROLL(2)
        for (std::size_t v = 0; v < 2; ++v) {
          const std::size_t word = w + v * kLanes;
          const Bits enough = hn::And(carry[v], hn::Load(d, valid + word));
          const auto any = hn::Ne(enough, hn::Zero(d));
          std::uint8_t* byte = found + (k * lists.words + word) / 8;
          if constexpr (kLanes == 8) {
            hn::StoreMaskBits(d, any, byte);
          } else {
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, any, bits);
            *byte |= static_cast<std::uint8_t>(bits[0] << word % 8);
          }
        }
      }
    }
  }
}

void detect_filters(const BitDetectorLists& lists, std::size_t planes, const std::uint64_t* sums,
                    const std::uint64_t* valid, std::uint8_t* found) {
  switch (planes) {
    case 4:
      return detect_with<4>(lists, sums, valid, found);
    case 5:
      return detect_with<5>(lists, sums, valid, found);
    case 6:
      return detect_with<6>(lists, sums, valid, found);
    default:
      assert(planes == 7);
      return detect_with<7>(lists, sums, valid, found);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(sum_triples);
HWY_EXPORT(detect_filters);

PackedBitDetectors::PackedBitDetectors(const BitDetectors& detectors, const BitBlocks& blocks)
    : taps_(detectors.taps()),
      planes_(std::max<std::size_t>(4, static_cast<std::size_t>(std::bit_width(taps_)))),
      scratch_rows_(taps_ / 3 * BitDetectorLists::kTripleRows + 3),
      triples_((taps_ / 3 + 3) / 4 * 4),
      words_(blocks.words()) {
  constexpr std::size_t kRows = BitDetectorLists::kTripleRows;
  const std::size_t last = taps_ / 3 * kRows;
  const std::size_t zeros = last + 2;
  const auto add = [&](std::size_t row) { rows_.push_back(static_cast<std::uint32_t>(row * words_)); };
  for (const std::uint64_t filter : detectors.filters) {
    add(taps_ % 3 == 0 ? zeros : last + (filter >> (taps_ - 1) & 1));
    for (std::size_t first = 0; first < triples_; first += 4) {
      for (const bool high : {false, true}) {
        for (std::size_t t = first; t < first + 4; ++t) {
          if (t >= taps_ / 3) {
            add(zeros);
            continue;
          }
          const std::size_t pattern = filter >> 3 * t & 7;
          const std::size_t row = high ? 2 + pattern : static_cast<std::size_t>(std::popcount(pattern)) % 2;
          add(t * kRows + row);
        }
      }
    }
  }
  std::size_t k = 0;
  for (std::size_t f = 0; f < detectors.filters.size(); ++f) {
    begins_.push_back(static_cast<std::uint32_t>(k));
    for (; k < detectors.count() && detectors.filter[k] == f; ++k) {
      missing_.push_back(static_cast<std::uint8_t>((1u << planes_) - detectors.least[k]));
    }
  }
  assert(k == detectors.count());
  begins_.push_back(static_cast<std::uint32_t>(k));
}

void PackedBitDetectors::detect(const BitBlocks& blocks, const std::uint64_t* seen, std::uint64_t* scratch,
                                std::uint64_t* found) const {
  static_assert(std::endian::native == std::endian::little, "eight blocks are a byte");
  HWY_DYNAMIC_DISPATCH(sum_triples)(seen, taps_, words_, scratch);
  const BitDetectorLists lists{begins_.size() - 1, triples_,       words_,
                               rows_.data(),       begins_.data(), missing_.data()};
  HWY_DYNAMIC_DISPATCH(detect_filters)
  (lists, planes_, scratch, blocks.valid(), reinterpret_cast<std::uint8_t*>(found));
}

}  // namespace bitbasin
#endif  // HWY_ONCE
