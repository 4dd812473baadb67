// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/whitening.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace bitbasin {
namespace {

// Below it, rounding would decide over the sign of a square.
constexpr double kLeastFloor = 1e-9;

// sum x_i x_j over the patches, j <= i, in integers.
std::vector<std::int64_t> sum_products(std::span<const std::int16_t> patches, std::size_t taps) {
  std::vector<std::int64_t> sums(taps * taps);
  for (std::size_t p = 0; p + taps <= patches.size(); p += taps) {
    const std::int16_t* x = patches.data() + p;
    for (std::size_t i = 0; i < taps; ++i) {
      for (std::size_t j = 0; j <= i; ++j) sums[i * taps + j] += x[i] * x[j];
    }
  }
  return sums;
}

}  // namespace

// Cholesky's decomposition, with square roots and the four operations only, in a fixed order.
Whitening::Whitening(std::span<const std::int16_t> patches, std::size_t taps, double floor)
    : taps_(taps), root_(taps * taps) {
  assert(floor > 0 && patches.size() >= taps);
  const std::vector<std::int64_t> sums = sum_products(patches, taps);
  const auto count = static_cast<double>(patches.size() / taps);
  double trace = 0;
  for (std::size_t i = 0; i < taps; ++i) trace += static_cast<double>(sums[i * taps + i]) / count;
  const double least = std::max(floor, kLeastFloor) * trace / static_cast<double>(taps);
  for (std::size_t i = 0; i < taps; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = static_cast<double>(sums[i * taps + j]) / count + (i == j ? least : 0);
      for (std::size_t k = 0; k < j; ++k) rest -= root(i, k) * root(j, k);
      root(i, j) = i == j ? std::sqrt(rest) : rest / root(j, j);
    }
  }
}

std::vector<double> Whitening::whiten(std::span<const std::int16_t> patch) const {
  std::vector<double> y(taps_);
  for (std::size_t i = 0; i < taps_; ++i) {
    double rest = patch[i];
    for (std::size_t k = 0; k < i; ++k) rest -= root(i, k) * y[k];
    y[i] = rest / root(i, i);
  }
  return y;
}

std::vector<double> Whitening::filter_of(std::span<const std::int16_t> whitened) const {
  std::vector<double> w(taps_);
  double sum = 0;
  for (std::size_t i = taps_; i-- > 0;) {
    double rest = whitened[i];
    for (std::size_t k = i + 1; k < taps_; ++k) rest -= root(k, i) * w[k];
    w[i] = rest / root(i, i);
    sum += w[i];
  }
  for (double& x : w) x -= sum / static_cast<double>(taps_);
  return w;
}

}  // namespace bitbasin
