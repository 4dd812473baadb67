// SPDX-License-Identifier: Apache-2.0
// Vectors of two doubles with the operations of Highway that kernels on doubles use, for WebAssembly, where
// Highway 1.0.3 has vectors of floats and integers only. As everywhere, nothing is fused: every target gives
// the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bitbasin::two_doubles {

// Tags, as in Highway.
struct Words {
  using Lane = std::uint64_t;
  typedef Lane Vector __attribute__((vector_size(16)));
};
struct Doubles {
  using Lane = double;
  typedef Lane Vector __attribute__((vector_size(16)));
};

template <class D>
using Vec = typename D::Vector;
using Mask = Words::Vector;  // all bits of a lane are set, or none

template <class>
using ScalableTag = Doubles;
template <class, std::size_t>
using CappedTag = Doubles;
template <class>
using RebindToUnsigned = Words;

template <class D>
constexpr std::size_t MaxLanes(D) {
  return 2;
}
template <class D>
constexpr std::size_t Lanes(D) {
  return 2;
}

template <class D>
Vec<D> Set(D, typename D::Lane value) {
  return Vec<D>{value, value};
}
template <class D>
Vec<D> Zero(D) {
  return Vec<D>{};
}
template <class D>
Vec<D> LoadU(D, const typename D::Lane* from) {
  Vec<D> result;
  std::memcpy(&result, from, sizeof result);
  return result;
}
template <class D>
Vec<D> Load(D d, const typename D::Lane* from) {
  return LoadU(d, from);
}
template <class D>
void StoreU(Vec<D> v, D, typename D::Lane* to) {
  std::memcpy(to, &v, sizeof v);
}
template <class D>
void Store(Vec<D> v, D d, typename D::Lane* to) {
  StoreU(v, d, to);
}
template <class D, class V>
Vec<D> BitCast(D, V v) {
  return reinterpret_cast<Vec<D>>(v);
}

template <class V>
V Add(V a, V b) {
  return a + b;
}
template <class V>
V Sub(V a, V b) {
  return a - b;
}
template <class V>
V Mul(V a, V b) {
  return a * b;
}
template <class V>
V Div(V a, V b) {
  return a / b;
}

template <int kBits>
Words::Vector ShiftLeft(Words::Vector v) {
  return v << kBits;
}
template <int kBits>
Words::Vector ShiftRight(Words::Vector v) {
  return v >> kBits;
}
inline Words::Vector Or(Words::Vector a, Words::Vector b) {
  return a | b;
}

inline Mask Eq(Doubles::Vector a, Doubles::Vector b) {
  return reinterpret_cast<Mask>(a == b);
}
inline Mask Lt(Doubles::Vector a, Doubles::Vector b) {
  return reinterpret_cast<Mask>(a < b);
}
inline Mask Gt(Doubles::Vector a, Doubles::Vector b) {
  return reinterpret_cast<Mask>(a > b);
}
inline Doubles::Vector IfThenElse(Mask mask, Doubles::Vector yes, Doubles::Vector no) {
  const auto bits = (BitCast(Words(), yes) & mask) | (BitCast(Words(), no) & ~mask);
  return BitCast(Doubles(), bits);
}
inline Doubles::Vector IfThenElseZero(Mask mask, Doubles::Vector yes) {
  return BitCast(Doubles(), BitCast(Words(), yes) & mask);
}
inline Doubles::Vector Min(Doubles::Vector a, Doubles::Vector b) {
  return IfThenElse(Lt(a, b), a, b);
}
inline Doubles::Vector Max(Doubles::Vector a, Doubles::Vector b) {
  return IfThenElse(Gt(a, b), a, b);
}

inline constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

inline Doubles::Vector Neg(Doubles::Vector v) {
  return BitCast(Doubles(), BitCast(Words(), v) ^ Set(Words(), kSign));
}
inline Doubles::Vector Abs(Doubles::Vector v) {
  return BitCast(Doubles(), BitCast(Words(), v) & Set(Words(), ~kSign));
}
// The sign of `sign` and the magnitude of `v`, which is not negative.
inline Doubles::Vector CopySignToAbs(Doubles::Vector v, Doubles::Vector sign) {
  return BitCast(Doubles(), BitCast(Words(), v) | (BitCast(Words(), sign) & Set(Words(), kSign)));
}

}  // namespace bitbasin::two_doubles
