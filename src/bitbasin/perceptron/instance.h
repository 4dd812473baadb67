// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/models/constraint.h"
#include "bitbasin/perceptron/pattern_rows.h"

namespace bitbasin {

// Find W in {+1, -1}^N whose x . W satisfies the constraint for every row x: x . W > 0 unless another
// constraint is given. A tie x . W = 0, possible only for even N, is then an error.
struct PerceptronInstance {
  PatternRows x;                     // one row per pattern, times its label
  BitVector labels;                  // one per pattern
  std::optional<BitVector> teacher;  // the weights that made the labels, if any did
  Constraint constraint;

  std::size_t n() const { return x.cols(); }
  std::size_t patterns() const { return x.rows(); }
  SumRange sums() const { return allowed_sums(constraint, n()); }
  double alpha() const { return static_cast<double>(patterns()) / static_cast<double>(n()); }

  bool operator==(const PerceptronInstance&) const = default;
};

// Sums over one row are kept in 32 bits.
inline constexpr std::size_t kMostSynapses = std::size_t{1} << 30;

// Beyond this no instance with random labels has a solution (the capacity is 0.833); those of a teacher do.
inline constexpr double kTeacherOnlyAlpha = 0.9;

// P = alpha N, to the nearest whole number, halves up.
std::size_t pattern_count(std::size_t n, double alpha);

// Random patterns, for odd N. Row r comes from its own stream, so the result does not depend on the number of
// threads, and adding a pattern does not change the others. Rows are stored when a solver asks for them.
//
// Classification: the labels are random too.
PerceptronInstance random_instance(std::size_t n, std::size_t patterns, std::uint64_t seed, int threads = 1);
// Generalisation: the labels are those of a random teacher, sign(W_T . pattern).
PerceptronInstance teacher_instance(std::size_t n, std::size_t patterns, std::uint64_t seed, int threads = 1);

// The user's own patterns and labels; N may be even.
PerceptronInstance instance_from_patterns(BitMatrix patterns, BitVector labels);

// The same patterns under another constraint. Fails if no weights could satisfy it.
PerceptronInstance with_constraint(PerceptronInstance instance, const Constraint& constraint);

// The patterns from `begin` to `end` alone.
PerceptronInstance part_of(const PerceptronInstance& instance, std::size_t begin, std::size_t end);

// The patterns before their labels were absorbed.
BitMatrix original_patterns(const PerceptronInstance& instance);

}  // namespace bitbasin
