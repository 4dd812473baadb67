// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {

// A number with its derivatives along N directions, carried through arithmetic by the chain rule: exact
// derivatives, no step to choose. N is fixed, so that the compiler unrolls and vectorises the loops.
template <std::size_t N>
struct Dual {
  double value = 0;
  double slope[N] = {};

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT: a constant is a dual number

  // The independent variable of one direction.
  static Dual variable(double at, std::size_t direction) {
    Dual x(at);
    x.slope[direction] = 1;
    return x;
  }

  Dual& operator+=(const Dual& b) {
    value += b.value;
    for (std::size_t i = 0; i < N; ++i) slope[i] += b.slope[i];
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    value -= b.value;
    for (std::size_t i = 0; i < N; ++i) slope[i] -= b.slope[i];
    return *this;
  }
  Dual& operator*=(const Dual& b) {
    for (std::size_t i = 0; i < N; ++i) slope[i] = slope[i] * b.value + value * b.slope[i];
    value *= b.value;
    return *this;
  }
  Dual& operator*=(double b) {
    value *= b;
    for (std::size_t i = 0; i < N; ++i) slope[i] *= b;
    return *this;
  }
  Dual& operator/=(const Dual& b) {
    const double inverse = 1 / b.value;
    value *= inverse;
    for (std::size_t i = 0; i < N; ++i) slope[i] = (slope[i] - value * b.slope[i]) * inverse;
    return *this;
  }
  // += factor x: the innermost step of sums over nodes and of the chain rule.
  Dual& add(double factor, const Dual& x) {
    value += factor * x.value;
    for (std::size_t i = 0; i < N; ++i) slope[i] += factor * x.slope[i];
    return *this;
  }
  // The slopes alone: += derivative dx.
  Dual& chain(double derivative, const Dual& x) {
    for (std::size_t i = 0; i < N; ++i) slope[i] += derivative * x.slope[i];
    return *this;
  }

  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend Dual operator*(Dual a, const Dual& b) { return a *= b; }
  friend Dual operator/(Dual a, const Dual& b) { return a /= b; }
  friend Dual operator-(Dual a) { return a *= -1.0; }
};

// f(x) from its value and its derivative there.
template <std::size_t N>
Dual<N> lift(const Dual<N>& x, double f, double derivative) {
  Dual<N> y(f);
  return y.chain(derivative, x);
}

template <std::size_t N>
Dual<N> sqrt(const Dual<N>& x) {
  const double root = std::sqrt(x.value);
  return lift(x, root, 0.5 / root);
}
template <std::size_t N>
Dual<N> exp(const Dual<N>& x) {
  const double e = portable_exp(x.value);
  return lift(x, e, e);
}
template <std::size_t N>
Dual<N> log(const Dual<N>& x) {
  return lift(x, portable_log(x.value), 1 / x.value);
}

}  // namespace bitbasin
