// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/models/channel.h"
#include "bitbasin/perceptron/messages/exact_patterns.h"
#include "bitbasin/perceptron/messages/rounded_product.h"
#include "bitbasin/perceptron/pattern_rows.h"

namespace bitbasin {

// What message passing needs from the patterns x (P rows of N signs). A machine of several units has a sum
// for each unit: `units` blocks of weights, and as many blocks of P sums. Results must not depend on where
// the patterns are kept, nor on the number of threads.
template <class T>
concept PatternOperator = requires(T x, std::span<const double> in, std::span<double> out,
                                   const BitVector& w) {
  { x.n() } -> std::convertible_to<std::size_t>;  // weights of all units
  { x.units() } -> std::convertible_to<std::size_t>;
  { x.patterns() } -> std::convertible_to<std::size_t>;
  x.forward(in, out);                                         // out_k = sum_i x_ki in_i, unit by unit
  x.backward(in, out);                                        // out_i = sum_k x_ki in_k, unit by unit
  { x.violates_none(w) } -> std::convertible_to<bool>;        // whether every pattern is satisfied
  { x.count_errors(w) } -> std::convertible_to<std::size_t>;  // patterns that are not
};

// The patterns of a perceptron, wherever they are. Vectors are rounded (rounded_product.h): one pass is
// enough to solve, and two passes are for measuring.
class PatternProducts {
 public:
  // Where the setup wants them.
  PatternProducts(const PerceptronInstance& instance, const SolveSetup& setup, int passes = 1);
  // In main memory. An error is a sum x_k . w that is not among the allowed ones.
  PatternProducts(const BitMatrix& x, const SumRange& allowed, int threads, int passes = 1);
  PatternProducts(const PatternRows& x, const SumRange& allowed, int threads, int passes = 1);

  std::size_t n() const { return exact_->n(); }
  std::size_t units() const { return 1; }
  std::size_t patterns() const { return exact_->patterns(); }

  void forward(std::span<const double> in, std::span<double> out) {
    rounded_.apply(in, out, [this](auto entries, auto sums) { exact_->forward(entries, sums); });
  }
  void backward(std::span<const double> in, std::span<double> out) {
    rounded_.apply(in, out, [this](auto entries, auto sums) { exact_->backward(entries, sums); });
  }
  bool violates_none(const BitVector& w) { return exact_->violates_none(w); }
  std::size_t count_errors(const BitVector& w) const { return exact_->count_errors(w); }

 private:
  PatternProducts(std::unique_ptr<ExactPatterns> exact, int passes);

  std::unique_ptr<ExactPatterns> exact_;
  RoundedProduct rounded_;
};

static_assert(PatternOperator<PatternProducts>);

}  // namespace bitbasin
