// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/pattern_set.h"

namespace bitbasin {

// A network that makes no error on its patterns, and which flips of single synapses keep it so: a WalkProblem
// over all K1 K2 N synapses, unit by unit.
//
// A flip matters to a pattern only if the field of the unit is near zero (+-1 where inputs are signs, at most
// 2^(D+1) - 3 where they have D bits), its committee depends on its vote, and the pattern depends on that
// committee. These three are kept as bit maps over the patterns, so that the
// patterns which forbid anything in a unit (a few) are found by a scan of P / 64 words, and all N flips of
// the unit are decided together: exact densities over all flips cost about as much as one evaluation of the
// patterns.
class SolutionSpace {
 public:
  // The largest field, of either sign: half of it is kept in 16 bits.
  static constexpr std::size_t kLargestField = 65535;

  // Fails with a sentence if some pattern is wrong or tied, if the fields (two bytes per unit and pattern) do
  // not fit into memory, or if one could be larger than the largest.
  SolutionSpace(const CommitteeArray& network, const PatternSet& set);

  std::size_t variables() const { return shape_.synapses(); }
  const BitVector& configuration() const { return weights_; }  // synapse i of unit u is bit u N + i
  bool allows(std::size_t synapse) const;
  void flip(std::size_t synapse);  // which must be allowed

  CommitteeArray network() const;

  // The flips of one unit that would cause an error, as bits over its synapses.
  std::span<const std::uint64_t> forbidden(std::size_t unit) const;

 private:
  PatternView input(std::size_t pattern) const { return bitbasin::pattern(patterns_, pattern, shape_.depth); }
  void forbid_decisive(std::size_t unit, std::size_t pattern) const;
  void refresh_breaks(std::size_t pattern);
  void flip_vote(std::size_t unit, std::size_t pattern);
  std::size_t pattern_words() const { return near_.stride(); }

  CommitteeShape shape_;
  BitMatrix outputs_;
  BitMatrix patterns_;             // D rows for each pattern
  std::vector<BitMatrix> inputs_;  // by bit; rows are inputs
  std::vector<std::uint16_t> labels_;
  BitVector weights_;
  BitMatrix rows_;                         // the same weights, a row per unit
  std::vector<std::int16_t> half_fields_;  // s of unit_sums.h, by unit, then pattern (padded to words)
  BitMatrix signs_;                        // unit x pattern: positive field
  BitMatrix near_;                         // unit x pattern: a flip may change the sign
  std::vector<std::int16_t> votes_;        // committee x pattern: sum of its units' signs
  BitMatrix pivotal_;                      // committee x pattern: votes are +-1
  BitMatrix positive_;                     // committee x pattern: votes are positive
  BitMatrix committees_;                   // pattern x committee: positive_ transposed
  BitMatrix breaks_;                       // pattern x committee: a flip of the committee would be an error
  std::vector<std::int16_t> sums_;         // pattern x label
  mutable std::vector<std::uint64_t> forbidden_;  // of the last unit queried
  mutable std::size_t forbidden_unit_;            // none: all_units()
};

}  // namespace bitbasin
