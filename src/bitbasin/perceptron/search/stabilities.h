// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/one_sided.h"

namespace bitbasin {

// The stabilities Delta_k = x_k . W under single flips of W, for searches that move one synapse at a time.
// The constraints are bounds from below, Delta_k >= least (one_sided.h).
//
// A flip moves every Delta_k by 2, so what counts is the number of steps t_k = (Delta_k - least) / 2: an
// error has t < 0, and only patterns with t = 0 or t = -1 can change sides. The t_k are kept bit-sliced, 64
// patterns to a word and one word per binary digit, with the masks of these classes beside them: the energy
// change of a flip is then a few population counts over P bits, and a flip is one ripple addition.
class Stabilities {
 public:
  // The instance must outlive this object.
  Stabilities(const PerceptronInstance& instance, const BitVector& weights, int threads = 1);

  std::size_t n() const { return weights_.size(); }
  std::size_t bounds() const { return columns_.cols(); }  // patterns, twice for two-sided constraints
  const BitVector& weights() const { return weights_; }

  std::size_t errors() const { return errors_; }  // patterns that violate their constraint
  std::int64_t depth() const { return depth_; }   // flips needed to make all errors right, each on its own
  std::int64_t steps(std::size_t k) const;        // t_k

  // What a flip of synapse i would add to errors() and to depth().
  std::int64_t error_change(std::size_t i) const;
  std::int64_t depth_change(std::size_t i) const;
  // Whether every pattern that is right would stay right after a flip: a step of a walk over solutions.
  bool breaks_none(std::size_t i) const;

  void flip(std::size_t i);
  // Starts again from other weights.
  void assign(const BitVector& weights);

 private:
  // Kernels of the SIMD level, looked up once: for a few hundred patterns that takes a third of the time of a
  // count.
  using Count = std::int64_t (*)(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* once,
                                 const std::uint64_t* twice, std::size_t words);
  using Step = std::int64_t (*)(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* used,
                                std::uint64_t* steps, std::uint64_t* just_right, std::uint64_t* just_wrong,
                                std::uint64_t* wrong, std::size_t words, std::size_t digits);
  Count count_lowered_, count_lowered_twice_;
  Step step_;

  OneSided constraints_;
  int threads_;
  BitVector weights_;
  BitMatrix columns_;  // the patterns, one row per synapse
  std::size_t digits_;
  // Two's complement, a cache line of words at a time: digit j of word w is steps_[(w / 8 * digits_ + j) * 8
  // + w % 8].
  AlignedArray<std::uint64_t> steps_;
  AlignedArray<std::uint64_t> just_right_, just_wrong_, wrong_;  // t = 0, t = -1, t < 0
  BitVector used_;                                               // ones where there is a pattern
  std::size_t errors_ = 0;
  std::int64_t just_wrong_count_ = 0;
  std::int64_t depth_ = 0;
};

}  // namespace bitbasin
