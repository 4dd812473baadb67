// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// Synapses with hidden states: an odd integer h_i = 2 k_i + 1 for each, W_i = sign(h_i), |h_i| <= h_max =
// 2 bound - 1. A step is 2 in h, 1 in k. Every change keeps |h_i| <= h_max and W = sign(h).
//
// It stores k_i in [-bound, bound - 1] in two's complement, with as many bits as the bound needs, in bit
// planes: a cache line holds one bit of 512 synapses. The sign bits, complemented, are W itself, and a step
// is a carry that runs through the planes. At N = 10001 learning a pattern takes 116 ns with bound 128 and
// 128 with 256, with AVX-512 as with AVX2; with the states in bytes it took 198, in 16-bit integers 440
// (AVX-512, first-level cache).
class BitPlaneStates {
 public:
  static constexpr int kLargestBound = 32768;

  // All synapses one step from flipping: h_i = W_i.
  BitPlaneStates(const BitVector& w, int bound);

  std::size_t size() const { return w_.size(); }
  int bound() const { return bound_; }
  const BitVector& w() const { return w_; }
  int h(std::size_t i) const;

  // One step towards the pattern x, and `reinforcement` steps away from zero: k_i += x_i + reinforcement W_i.
  // Without reinforcement this is the clipped perceptron, and rule R3 of SBPI.
  void learn(std::span<const std::uint64_t> x, int reinforcement = 0) {
    change(Change::learn, x, reinforcement);
  }

  // One step away from zero where W_i = x_i: k_i += x_i. Rule R2 of SBPI; W stays.
  void stabilise(std::span<const std::uint64_t> x) { change(Change::stabilise, x, 0); }

  // One step away from zero where the mask, laid out like a pattern, has a bit: k_i += W_i; W stays.
  void reinforce(std::span<const std::uint64_t> mask) { change(Change::reinforce, mask, 0); }

  enum class Change { learn, stabilise, reinforce };

  // What follows is for noise and rare. Each concerns the synapses that have a bit in the mask.
  void decay(std::span<const std::uint64_t> mask);  // a step towards zero if |h_i| > 1; W stays
  void reset(std::span<const std::uint64_t> mask, std::span<const std::uint64_t> w);  // h_i = w_i
  void restore(const BitPlaneStates& before, std::span<const std::uint64_t> mask);    // of the same bound

 private:
  void change(Change change, std::span<const std::uint64_t> bits, int reinforcement);
  // The planes of the 64 synapses of a word are one line apart.
  std::size_t first_plane(std::size_t word) const {
    return word / kLineWords * kLineWords * planes_ + word % kLineWords;
  }

  int bound_;
  std::size_t planes_;                 // bits of k without the sign
  BitVector w_;                        // the sign, complemented
  AlignedArray<std::uint64_t> k_;      // line after line of w_, its planes from the lowest up
  AlignedArray<std::uint64_t> zeros_;  // one word per plane: all ones where bound - 1 has no bit
};

}  // namespace bitbasin
