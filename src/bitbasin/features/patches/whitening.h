// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bitbasin {

// Neighbouring pixels are nearly alike, so patches differ mostly in broad shades. Whitening makes fine
// differences count as much: with the correlations of the pixels of n patches x,
//
//   C = sum x x^T / n + floor (tr C / T) 1 = L L^T,   T pixels,
//
// the pixels of y = L^-1 x are uncorrelated, except in directions in which patches hardly vary, less than the
// share `floor` of the mean. Any other root of C would give the same products y . y', and so the same groups.
class Whitening {
 public:
  // Patches of `taps` pixels one after the other. The floor is positive; less than 1e-9 counts as that.
  Whitening(std::span<const std::int16_t> patches, std::size_t taps, double floor);

  // y = L^-1 x.
  std::vector<double> whiten(std::span<const std::int16_t> patch) const;

  // The filter w = L^-T y, without its mean: w . x = y . L^-1 x for every patch x whose mean is zero.
  std::vector<double> filter_of(std::span<const std::int16_t> whitened) const;

 private:
  double& root(std::size_t i, std::size_t j) { return root_[i * taps_ + j]; }
  double root(std::size_t i, std::size_t j) const { return root_[i * taps_ + j]; }

  std::size_t taps_;
  std::vector<double> root_;  // L, row by row, zeros above the diagonal
};

}  // namespace bitbasin
