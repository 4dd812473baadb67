// SPDX-License-Identifier: Apache-2.0
// Per-target bit-sliced counters: one bit of many numbers per vector, for kernels that inline them.

#if defined(BITBASIN_NETWORK_SLICED_COUNTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_NETWORK_SLICED_COUNTER_INL_H_
#undef BITBASIN_NETWORK_SLICED_COUNTER_INL_H_
#else
#define BITBASIN_NETWORK_SLICED_COUNTER_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/full_adder-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most a block of 256 lanes; narrower targets go through a block in pieces.
using SliceTag = hn::CappedTag<std::uint64_t, 4>;
using Slice = hn::Vec<SliceTag>;
constexpr std::size_t kSliceWords = hn::MaxLanes(SliceTag());

// At most a pair of blocks.
using PairTag = hn::CappedTag<std::uint64_t, 8>;

// Numbers modulo 2^(4 + kHigh) that grow by rows of single bits, 16 rows at a time (Harley and Seal's carry
// save adders): 15 full adders and one ripple through the high planes.
template <std::size_t kHigh, class Slice = HWY_NAMESPACE::Slice>
struct SlicedCounter {
  static constexpr std::size_t kPlanes = 4 + kHigh;
  Slice ones, twos, fours, eights, high[kHigh];

  // Plane p is get(p).
  template <class Get>
  HWY_INLINE void set(Get get) {
    ones = get(0);
    twos = get(1);
    fours = get(2);
    eights = get(3);
    for (std::size_t p = 0; p < kHigh; ++p) high[p] = get(4 + p);
  }

  template <class Use>
  HWY_INLINE void for_each(Use use) const {
    use(0, ones);
    use(1, twos);
    use(2, fours);
    use(3, eights);
    for (std::size_t p = 0; p < kHigh; ++p) use(4 + p, high[p]);
  }

  // load(i) gives row i of 16.
  template <class LoadRow>
  HWY_INLINE void add16(LoadRow load) {
    const Slice twos_a = full_add(ones, load(0), load(1));
    const Slice twos_b = full_add(ones, load(2), load(3));
    const Slice fours_a = full_add(twos, twos_a, twos_b);
    const Slice twos_c = full_add(ones, load(4), load(5));
    const Slice twos_d = full_add(ones, load(6), load(7));
    const Slice fours_b = full_add(twos, twos_c, twos_d);
    const Slice eights_a = full_add(fours, fours_a, fours_b);
    const Slice twos_e = full_add(ones, load(8), load(9));
    const Slice twos_f = full_add(ones, load(10), load(11));
    const Slice fours_c = full_add(twos, twos_e, twos_f);
    const Slice twos_g = full_add(ones, load(12), load(13));
    const Slice twos_h = full_add(ones, load(14), load(15));
    const Slice fours_d = full_add(twos, twos_g, twos_h);
    const Slice eights_b = full_add(fours, fours_c, fours_d);
    add_high(full_add(eights, eights_a, eights_b));
  }

  HWY_INLINE void add1(Slice row) {
    Slice carry = row;
    add_bit(ones, carry);
    add_bit(twos, carry);
    add_bit(fours, carry);
    add_bit(eights, carry);
    add_high(carry);
  }

 private:
  static HWY_INLINE void add_bit(Slice& plane, Slice& carry) {
    const Slice next = hn::And(plane, carry);
    plane = hn::Xor(plane, carry);
    carry = next;
  }
  HWY_INLINE void add_high(Slice carry) {
    for (std::size_t p = 0; p < kHigh; ++p) add_bit(high[p], carry);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_NETWORK_SLICED_COUNTER_INL_H_
