// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// The sizes of a network: K2 committees of K1 binary perceptrons over N inputs, L labels.
struct CommitteeShape {
  std::size_t inputs = 0;      // N, odd: no field is zero
  std::size_t units = 0;       // K1 in each committee, odd: no committee is tied
  std::size_t committees = 0;  // K2
  std::size_t labels = 0;      // L

  // Unit j of committee k has the number j K2 + k: the j-th units of all committees lie side by side.
  std::size_t all_units() const { return units * committees; }
  std::size_t unit(std::size_t j, std::size_t k) const { return j * committees + k; }
  std::size_t synapses() const { return all_units() * inputs; }

  bool operator==(const CommitteeShape&) const = default;
};

// Fails with a sentence unless all sizes can be used.
void check(const CommitteeShape& shape);

// The network of the paper ("Multi-layer network with binary synapses"):
//
//   label(x) = argmax_l sum_k Y_lk sign(sum_j sign(W_jk . x)),   the lowest of equal labels
//
// as plain data. Y is random and never learnt.
struct CommitteeArray {
  CommitteeShape shape;
  BitMatrix weights;  // a row per unit, N columns
  BitMatrix outputs;  // a row per label, K2 columns

  bool operator==(const CommitteeArray&) const = default;
};

// Random outputs, and weights that are all -1 until they are set.
CommitteeArray make_committee_array(const CommitteeShape& shape, std::uint64_t seed);

// The sums S_l of the last layer for one input row, by a plain loop over units: what every faster way is
// tested against.
std::vector<int> label_sums(const CommitteeArray& network, std::span<const std::uint64_t> x);

// The label of the largest sum, the lowest of equals.
std::size_t best_label(std::span<const int> sums);

// S of the right label minus the largest other: positive if the answer is right and not a tie.
int label_margin(std::span<const int> sums, std::size_t label);

}  // namespace bitbasin
