// SPDX-License-Identifier: Apache-2.0
// The inner loop of the product of a SignMatrix with an integer vector, per target.

#if defined(BITBASIN_BITS_SIGN_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_BITS_SIGN_PRODUCT_INL_H_
#undef BITBASIN_BITS_SIGN_PRODUCT_INL_H_
#else
#define BITBASIN_BITS_SIGN_PRODUCT_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/byte_operations-inl.h"
#include "bitbasin/bits/sign_product.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
namespace hn = hwy::HWY_NAMESPACE;

// 16-bit sums of bytes, without unpacking them: `all` adds the byte pairs as one number, modulo 2^16,
// `odd` the upper bytes alone; the sum of the lower bytes is all - 256 odd.
struct ByteSums {
  using D16 = hn::ScalableTag<std::uint16_t>;
  hn::Vec<D16> all;
  hn::Vec<D16> odd;

  HWY_INLINE ByteSums() : all(hn::Zero(D16())), odd(hn::Zero(D16())) {}
  template <class V8>
  HWY_INLINE void add(V8 bytes) {
    const auto pairs = hn::BitCast(D16(), bytes);
    all = hn::Add(all, pairs);
    odd = hn::Add(odd, hn::ShiftRight<8>(pairs));
  }
  HWY_INLINE hn::Vec<D16> even() const { return hn::Sub(all, hn::ShiftLeft<8>(odd)); }
};

// Sums over columns for one vector of rows, one byte each.
struct SignSums {
  using D8 = hn::ScalableTag<std::uint8_t>;
  using D16 = hn::ScalableTag<std::uint16_t>;
  using V8 = hn::Vec<D8>;

  // The four shuffle tables of a column of tiles: low and high parts for the low and high nibble.
  struct Tables {
    explicit HWY_INLINE Tables(const std::uint8_t* t)
        : low0(hn::LoadDup128(D8(), t)),
          high0(hn::LoadDup128(D8(), t + 16)),
          low1(hn::LoadDup128(D8(), t + 32)),
          high1(hn::LoadDup128(D8(), t + 48)) {}
    V8 low0, high0, low1, high1;
  };

#if HWY_TARGET == HWY_AVX3_DL
  // VPERMB indexes by 6 bits into 4 copies of the table: the bits above the nibble need no masking.
  static HWY_INLINE V8 look_up(V8 table, V8 index) {
    return V8{_mm512_permutexvar_epi8(index.raw, table.raw)};
  }
  static HWY_INLINE V8 nibble(V8 v) {
    return v;
  }
#else
  static HWY_INLINE V8 look_up(V8 table, V8 index) {
    return look_up_bytes(table, index);
  }
  static HWY_INLINE V8 nibble(V8 v) {
    return hn::And(v, hn::Set(D8(), 0x0F));
  }
#endif

  ByteSums low;
  ByteSums high;

  HWY_INLINE SignSums() {}  // spelt out: GCC gives implicit constructors no target
  // Two columns of tiles: their high parts, at most 63 each, are added as bytes first.
  HWY_INLINE void add(V8 bits_a, const Tables& a, V8 bits_b, const Tables& b) {
    high.add(hn::Add(add_low(bits_a, a), add_low(bits_b, b)));
  }
  HWY_INLINE void add(V8 bits, const Tables& t) {
    high.add(add_low(bits, t));
  }

 private:
  // Adds the low parts, at most 127 each, and returns the sum of the high ones.
  HWY_INLINE V8 add_low(V8 bits, const Tables& t) {
    const V8 i0 = nibble(bits);
    const V8 i1 = nibble(hn::BitCast(D8(), hn::ShiftRight<4>(hn::BitCast(D16(), bits))));
    low.add(hn::Add(look_up(t.low0, i0), look_up(t.low1, i1)));
    return hn::Add(look_up(t.high0, i0), look_up(t.high1, i1));
  }
};

// Columns of tiles that 16-bit sums can hold: a column adds at most 254 to the low parts, so at most 257;
// even, because columns are taken in pairs.
inline constexpr std::size_t kChunk = 256;
#endif  // HWY_SCALAR

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_BITS_SIGN_PRODUCT_INL_H_
