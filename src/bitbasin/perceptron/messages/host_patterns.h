// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/bits/sign_matrix.h"
#include "bitbasin/bits/sign_product.h"
#include "bitbasin/models/channel.h"
#include "bitbasin/perceptron/messages/exact_patterns.h"
#include "bitbasin/perceptron/pattern_rows.h"

namespace bitbasin {

// The patterns in main memory, once by rows and once by columns: N P / 4 bytes.
class HostPatterns final : public ExactPatterns {
 public:
  HostPatterns(const BitMatrix& x, const SumRange& allowed, int threads);
  // The same for rows that may not have been made: fails before they are where memory is too small for all.
  HostPatterns(const PatternRows& x, const SumRange& allowed, int threads);

  std::size_t n() const override { return by_pattern_.cols(); }
  std::size_t patterns() const override { return by_pattern_.rows(); }
  std::size_t bytes() const { return by_pattern_.bytes() + by_synapse_.bytes(); }

  void forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) override;
  void backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) override;

  // Looks first where it last found an error: while there are many errors this costs next to nothing.
  bool violates_none(const BitVector& w) override;
  std::size_t count_errors(const BitVector& w) override;

 private:
  SumRange allowed_;
  int threads_;
  SignMatrix by_pattern_;
  SignMatrix by_synapse_;
  SignProductTables tables_;
  std::size_t last_error_ = 0;  // tile row
};

}  // namespace bitbasin
