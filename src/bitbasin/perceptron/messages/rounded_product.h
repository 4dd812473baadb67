// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/sign_product.h"

namespace bitbasin {

// Fails where sums over N or P rounded entries would pass 32 bits.
void check_product_size(std::size_t n, std::size_t patterns);

// The product with a vector of reals by products with vectors of integers, which are exact wherever they are
// made. Vectors are rounded to 12 bits (quantize), which changes a product by 1.4e-4 sqrt(n) max|v| in the
// mean square. A second pass takes 12 more bits from what the first left over.
class RoundedProduct {
 public:
  RoundedProduct(std::size_t longest, int passes) : passes_(passes), rounded_(longest), sums_(longest) {
    if (passes > 1) rest_.resize(longest);
  }

  // multiply(std::span<const std::int16_t> entries, std::span<std::int32_t> sums)
  template <class Multiply>
  void apply(std::span<const double> in, std::span<double> out, Multiply multiply) {
    const std::span rounded(rounded_.data(), in.size());
    const std::span sums(sums_.data(), out.size());
    const double scale = quantize(in, rounded);
    multiply(rounded, sums);
    for (std::size_t r = 0; r < out.size(); ++r) out[r] = scale * sums[r];
    if (passes_ == 1) return;

    const std::span rest(rest_.data(), in.size());
    for (std::size_t c = 0; c < in.size(); ++c) rest[c] = in[c] - scale * rounded[c];
    const double finer = quantize(rest, rounded);
    multiply(rounded, sums);
    for (std::size_t r = 0; r < out.size(); ++r) out[r] += finer * sums[r];
  }

 private:
  int passes_;
  std::vector<double> rest_;
  std::vector<std::int16_t> rounded_;
  std::vector<std::int32_t> sums_;
};

}  // namespace bitbasin
