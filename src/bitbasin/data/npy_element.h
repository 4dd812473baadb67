// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "bitbasin/data/npy_header.h"

namespace bitbasin {

// Calls use(T{}) with the C++ type of the elements; booleans are bytes.
template <class Use>
auto with_npy_type(const NpyType& type, Use&& use) {
  const bool is_signed = type.kind == NpyType::Kind::signed_integer;
  if (type.kind == NpyType::Kind::real) return type.bytes == 4 ? use(float{}) : use(double{});
  switch (type.bytes) {
    case 1:
      return is_signed ? use(std::int8_t{}) : use(std::uint8_t{});
    case 2:
      return is_signed ? use(std::int16_t{}) : use(std::uint16_t{});
    case 4:
      return is_signed ? use(std::int32_t{}) : use(std::uint32_t{});
    default:
      assert(type.bytes == 8);
      return is_signed ? use(std::int64_t{}) : use(std::uint64_t{});
  }
}

// The element whose bytes start at `bytes`.
template <class T>
T load_npy_element(const std::uint8_t* bytes, bool big_endian) {
  std::array<std::uint8_t, sizeof(T)> raw{};
  std::copy_n(bytes, sizeof(T), raw.begin());
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

}  // namespace bitbasin
