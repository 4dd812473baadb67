// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The form of a committee: K units with n inputs each. Both numbers are odd, so that neither a unit nor the
// committee is ever undecided.
struct CommitteeForm {
  std::size_t units = 3;
  bool tree =
      false;  // disjoint inputs: unit l sees columns l n .. (l + 1) n - 1; otherwise each unit sees all

  bool operator==(const CommitteeForm&) const = default;
};

// Find W in {+1, -1}^(K n), unit after unit, such that more than half of the K sums are positive for every
// pattern. The output is odd in the pattern, so labels are absorbed: x = label * pattern.
struct CommitteeInstance {
  BitMatrix x;  // one row per pattern
  BitVector labels;
  CommitteeForm form;
  std::optional<BitVector> teacher;

  std::size_t units() const { return form.units; }
  std::size_t n() const { return form.tree ? x.cols() / form.units : x.cols(); }  // inputs of a unit
  std::size_t weights() const { return form.units * n(); }
  std::size_t patterns() const { return x.rows(); }
  double alpha() const { return static_cast<double>(patterns()) / static_cast<double>(weights()); }
  // The column of input i of unit l.
  std::size_t column(std::size_t unit, std::size_t i) const { return form.tree ? unit * n() + i : i; }

  bool operator==(const CommitteeInstance&) const = default;
};

// Random patterns with random labels, or with those of a random committee of the same form.
CommitteeInstance random_committee(const CommitteeForm& form, std::size_t n, std::size_t patterns,
                                   std::uint64_t seed, int threads = 1);
CommitteeInstance teacher_committee(const CommitteeForm& form, std::size_t n, std::size_t patterns,
                                    std::uint64_t seed, int threads = 1);

// A committee that learns the given patterns. Fails if the form does not fit them.
CommitteeInstance committee_from_patterns(PerceptronInstance patterns, const CommitteeForm& form);

// The inputs of each unit of a tree, or the one matrix that all units see.
std::vector<BitMatrix> unit_inputs(const CommitteeInstance& instance);

// The same patterns and labels without the form, for files.
PerceptronInstance as_patterns(const CommitteeInstance& instance);

// The number of patterns without a majority of positive sums, summed entry by entry: slow, and independent of
// every kernel.
std::size_t count_violations(const CommitteeInstance& instance, const BitVector& weights);

// The overlap with a teacher: the mean of W_T . W / n over the units. Units that see the same inputs are
// first matched so that the sum is largest, because their order has no meaning.
double overlap(const CommitteeInstance& instance, const BitVector& teacher, const BitVector& weights);

}  // namespace bitbasin
