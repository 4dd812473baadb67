// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/sign_matrix.h"
#include "bitbasin/bits/sign_product.h"
#include "bitbasin/committee/instance.h"
#include "bitbasin/perceptron/messages/pattern_products.h"

namespace bitbasin {

// The products of a committee's patterns with the vectors of its units, rounded and summed as in
// PatternProducts. Units that see the same inputs share one matrix, and a product takes all K vectors in one
// pass over its bits.
class CommitteeProducts {
 public:
  CommitteeProducts(const CommitteeInstance& instance, int threads, int passes = 1);

  std::size_t n() const { return weights_; }
  std::size_t units() const { return units_; }
  std::size_t patterns() const { return patterns_; }

  void forward(std::span<const double> in, std::span<double> out) { multiply_units(by_pattern_, in, out); }
  void backward(std::span<const double> in, std::span<double> out) { multiply_units(by_input_, in, out); }

  bool violates_none(const BitVector& w);
  std::size_t count_errors(const BitVector& w);

 private:
  using Matrices = std::vector<SignMatrix>;  // one for each unit, or one for all

  void multiply_units(const Matrices& x, std::span<const double> in, std::span<double> out);
  std::size_t tile_row_errors(std::size_t t, std::span<const BitVector> unit_weights) const;
  std::vector<BitVector> split(const BitVector& w) const;

  std::size_t units_, weights_, patterns_;
  int threads_;
  int passes_;
  Matrices by_pattern_, by_input_;
  std::vector<SignProductTables> tables_;
  std::vector<double> rest_, scales_;
  std::vector<std::int16_t> rounded_;
  std::vector<std::int32_t> sums_;
  std::size_t last_error_ = 0;  // tile row
};

static_assert(PatternOperator<CommitteeProducts>);

}  // namespace bitbasin
