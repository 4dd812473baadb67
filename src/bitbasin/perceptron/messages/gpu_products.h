// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/device/gpu_patterns.h"
#include "bitbasin/models/channel.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rounded_product.h"

namespace bitbasin {

// The patterns of an instance on a GPU: made there if they are random, else copied. Fails with a sentence
// where there is no GPU or too little memory on it.
GpuPatterns put_on_gpu(const PerceptronInstance& instance);

// Products by a GPU, with vectors in this machine's memory: the same numbers as PatternProducts, bit by bit.
class GpuProducts {
 public:
  explicit GpuProducts(const PerceptronInstance& instance, int passes = 1);

  std::size_t n() const { return x_.n(); }
  std::size_t units() const { return 1; }
  std::size_t patterns() const { return x_.patterns(); }

  void forward(std::span<const double> in, std::span<double> out) {
    rounded_.apply(in, out, [this](auto entries, auto sums) { x_.forward(entries, sums); });
  }
  void backward(std::span<const double> in, std::span<double> out) {
    rounded_.apply(in, out, [this](auto entries, auto sums) { x_.backward(entries, sums); });
  }
  bool violates_none(const BitVector& w) { return count_errors(w) == 0; }
  std::size_t count_errors(const BitVector& w) {
    return x_.count_errors(w.words(), allowed_.least, allowed_.most);
  }

 private:
  SumRange allowed_;
  GpuPatterns x_;
  RoundedProduct rounded_;
};
static_assert(PatternOperator<GpuProducts>);

}  // namespace bitbasin
