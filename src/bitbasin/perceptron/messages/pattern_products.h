// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/bits/sign_matrix.h"
#include "bitbasin/bits/sign_product.h"
#include "bitbasin/models/channel.h"
#include "bitbasin/perceptron/messages/rounded_product.h"
#include "bitbasin/perceptron/pattern_rows.h"

namespace bitbasin {

// What message passing needs from the patterns x (P rows of N signs). A machine of several units has a sum
// for each unit: `units` blocks of weights, and as many blocks of P sums. Another back end, such as a GPU or
// several machines, offers the same operations; results must not depend on its number of threads or machines.
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

// The patterns in main memory, once by rows and once by columns: N P / 4 bytes. Vectors are rounded
// (rounded_product.h): one pass is enough to solve, and two passes are for measuring.
class PatternProducts {
 public:
  // An error is a sum x_k . w that is not among the allowed ones.
  PatternProducts(const BitMatrix& x, const SumRange& allowed, int threads, int passes = 1);
  // The same for rows that may not have been made: fails before they are where memory is too small for all.
  PatternProducts(const PatternRows& x, const SumRange& allowed, int threads, int passes = 1);

  std::size_t n() const { return by_pattern_.cols(); }
  std::size_t units() const { return 1; }
  std::size_t patterns() const { return by_pattern_.rows(); }
  std::size_t bytes() const { return by_pattern_.bytes() + by_synapse_.bytes(); }

  void forward(std::span<const double> in, std::span<double> out) { multiply_by(by_pattern_, in, out); }
  void backward(std::span<const double> in, std::span<double> out) { multiply_by(by_synapse_, in, out); }

  // Looks first where it last found an error: while there are many errors this costs next to nothing.
  bool violates_none(const BitVector& w);
  std::size_t count_errors(const BitVector& w) const;

 private:
  void multiply_by(const SignMatrix& x, std::span<const double> in, std::span<double> out);

  SumRange allowed_;
  int threads_;
  SignMatrix by_pattern_;
  SignMatrix by_synapse_;
  SignProductTables tables_;
  RoundedProduct rounded_;
  std::size_t last_error_ = 0;  // tile row
};

static_assert(PatternOperator<PatternProducts>);

}  // namespace bitbasin
