// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The patterns x (P rows of N signs), wherever they are kept, and their products with vectors of integers,
// which are exact, so that all places agree to the last bit.
class ExactPatterns {
 public:
  virtual ~ExactPatterns() = default;

  virtual std::size_t n() const = 0;
  virtual std::size_t patterns() const = 0;

  // Entries from -kMaxEntry to kMaxEntry (bits/sign_product.h).
  virtual void forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) = 0;
  virtual void backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) = 0;

  // An error is a sum x_k . w that the constraint does not allow.
  virtual bool violates_none(const BitVector& w) = 0;
  virtual std::size_t count_errors(const BitVector& w) = 0;
};

// The patterns of an instance where the setup wants them: divided between ranks, on a GPU, or in memory.
std::unique_ptr<ExactPatterns> open_patterns(const PerceptronInstance& instance, const SolveSetup& setup);

// The same in this process alone.
std::unique_ptr<ExactPatterns> open_patterns_here(const PerceptronInstance& instance,
                                                  const SolveSetup& setup);

}  // namespace bitbasin
