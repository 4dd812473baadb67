// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// The sizes of a network: K2 committees of K1 binary perceptrons over N inputs, L labels.
struct CommitteeShape {
  std::size_t inputs = 0;      // N, odd: no field is zero
  std::size_t units = 0;       // K1 in each committee, odd: no committee is tied
  std::size_t committees = 0;  // K2
  std::size_t labels = 0;      // L
  std::size_t depth = 1;       // bits of an input, see PatternView

  // Unit j of committee k has the number j K2 + k: the j-th units of all committees lie side by side.
  std::size_t all_units() const { return units * committees; }
  std::size_t unit(std::size_t j, std::size_t k) const { return j * committees + k; }
  std::size_t synapses() const { return all_units() * inputs; }
  int levels() const { return (1 << depth) - 1; }

  bool operator==(const CommitteeShape&) const = default;
};

// An input of depth D is one of 2^D values: with bits b_0 ... b_{D-1} of +-1,
//
//   xi = sum_p 2^p b_p,   an odd number from -(2^D - 1) to 2^D - 1.
//
// A synapse is still one bit, shared by the D bits. With D = 1 an input is a sign, as in the paper. A pattern
// is D rows of a BitMatrix, one per bit, the lowest first: bit p of pattern r is row r D + p.
inline constexpr std::size_t kMostDepth = 4;

// The rows of one pattern.
struct PatternView {
  const BitMatrix* rows = nullptr;
  std::size_t first = 0;
  std::size_t depth = 1;

  std::span<const std::uint64_t> bits(std::size_t p) const { return rows->row(first + p); }
  std::size_t inputs() const { return rows->cols(); }
  int value(std::size_t i) const {
    int xi = 0;
    for (std::size_t p = 0; p < depth; ++p) xi += rows->sign(first + p, i) << p;
    return xi;
  }
};
inline PatternView pattern(const BitMatrix& rows, std::size_t index, std::size_t depth) {
  return {&rows, index * depth, depth};
}

// The largest sizes. The units of a committee are counted with ten bits (readout.cc).
inline constexpr std::size_t kMostInputs = (std::size_t{1} << 20) - 1;
inline constexpr std::size_t kMostUnits = 1021;
inline constexpr std::size_t kMostCommittees = std::size_t{1} << 20;
inline constexpr std::size_t kMostLabels = 65536;

// Fails with a sentence unless all sizes can be used.
void check(const CommitteeShape& shape);
// The sentence, or nothing.
std::string what_is_wrong(const CommitteeShape& shape);

// The network of the paper ("Multi-layer network with binary synapses"):
//
//   label(x) = argmax_l sum_k Y_lk sign(sum_j sign(W_jk . x)),   the lowest of equal labels
//
// as plain data. Y is random and is never learned.
struct CommitteeArray {
  CommitteeShape shape;
  BitMatrix weights;  // a row per unit, N columns
  BitMatrix outputs;  // a row per label, K2 columns

  bool operator==(const CommitteeArray&) const = default;
};

// Random outputs, and weights that are all -1 until they are set.
CommitteeArray make_committee_array(const CommitteeShape& shape, std::uint64_t seed);

// The sums S_l of the last layer for one input row, by a plain loop over units, which every faster version is
// tested against.
std::vector<int> label_sums(const CommitteeArray& network, const PatternView& x);

// The field of a unit with the given weights: sum_i W_i xi_i, never zero.
int unit_field(std::span<const std::uint64_t> weights, const PatternView& x);

// The label of the largest sum, the lowest of equals.
std::size_t best_label(std::span<const int> sums);

// S of the right label minus the largest other: positive if the answer is right and not a tie.
int label_margin(std::span<const int> sums, std::size_t label);

}  // namespace bitbasin
