// SPDX-License-Identifier: Apache-2.0
// Operations on vectors of bytes, per target: those of Highway, but for WebAssembly, where version 1.0.3
// looks bytes up one by one because early engines could not do better.

#if defined(BITBASIN_BITS_BYTE_OPERATIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_BITS_BYTE_OPERATIONS_INL_H_
#undef BITBASIN_BITS_BYTE_OPERATIONS_INL_H_
#else
#define BITBASIN_BITS_BYTE_OPERATIONS_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
namespace hn = hwy::HWY_NAMESPACE;

// The bytes of `table`, sixteen in each block of the vector, at the indices 0 to 15 in `index`.
template <class V>
HWY_INLINE V look_up_bytes(V table, V index) {
#if HWY_TARGET == HWY_WASM
  return V{wasm_i8x16_swizzle(table.raw, index.raw)};
#else
  return hn::TableLookupBytes(table, index);
#endif
}

// The number of bits that are set in each byte.
template <class V>
HWY_INLINE V count_bits_of_bytes(V bytes) {
#if HWY_TARGET == HWY_WASM
  return V{wasm_i8x16_popcnt(bytes.raw)};
#else
  return hn::PopulationCount(bytes);
#endif
}
#endif  // HWY_SCALAR

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_BITS_BYTE_OPERATIONS_INL_H_
