// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {

// The integers behind the synapses. Each synapse has an odd hidden state h and the weight sign(h); stored is
// (h - 1) / 2, whose sign bit is the weight's and which moves by one where h moves by two. It saturates at
// 16 bits: |h| reaches a few hundred times the largest input.
class UnitStates {
 public:
  UnitStates() = default;
  // h = +-1, the weights.
  explicit UnitStates(const BitMatrix& weights);

  std::size_t units() const { return units_; }
  std::size_t inputs() const { return inputs_; }

  // The rule of the clipped perceptron for one unit: h_i += 2 xi_i where `up` is +1, -2 xi_i where it is -1.
  // Writes the new weights, padding cleared, and returns whether any changed.
  bool learn(std::size_t unit, const PatternView& x, int up, std::span<std::uint64_t> weights);

  // h_i += 2 step sign(h_i): a synapse that is harder to flip, with the same weight.
  void reinforce(std::size_t unit, std::size_t input, int step) {
    std::int16_t& h = row(unit)[input];
    h = static_cast<std::int16_t>(std::clamp(h + (h >= 0 ? step : -step), -32768, 32767));
  }

  // Fetches the states of a unit that will learn soon: they are too many for the caches.
  void prefetch(std::size_t unit) const {
    constexpr std::size_t kLine = 64 / sizeof(std::int16_t);
    for (std::size_t i = 0; i < stride_; i += kLine) __builtin_prefetch(row(unit) + i, 1);
  }

  int h(std::size_t unit, std::size_t input) const { return 2 * row(unit)[input] + 1; }

  // Whether every weight is the sign of its state.
  bool agrees_with(const BitMatrix& weights) const;

  // All stored integers, row by row with padding, for checkpoints.
  std::span<std::int16_t> stored() { return states_; }
  std::span<const std::int16_t> stored() const { return states_; }

 private:
  std::int16_t* row(std::size_t unit) { return states_.data() + unit * stride_; }
  const std::int16_t* row(std::size_t unit) const { return states_.data() + unit * stride_; }

  std::size_t units_ = 0;
  std::size_t inputs_ = 0;
  std::size_t stride_ = 0;  // inputs padded to whole words of bits
  AlignedArray<std::int16_t> states_;
};

}  // namespace bitbasin
