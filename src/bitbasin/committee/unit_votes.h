// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/committee/instance.h"

namespace bitbasin {

// The sums of all units for all patterns under single flips of weights, for searches that move one weight at
// a time. A flip moves the P sums of one unit by 2; a vote changes only if its sum changes sign.
class UnitVotes {
 public:
  // The instance must outlive this object.
  UnitVotes(const CommitteeInstance& instance, const BitVector& weights);

  std::size_t n() const { return weights_.size(); }
  const BitVector& weights() const { return weights_; }
  std::size_t errors() const { return errors_; }  // patterns without a majority

  // What a flip of weight i would add to errors().
  std::int64_t error_change(std::size_t i) const;
  // Whether every pattern that is right would stay right after a flip.
  bool breaks_none(std::size_t i) const;

  void flip(std::size_t i);
  // Starts again from other weights.
  void assign(const BitVector& weights);

 private:
  // Calls f(k, change) for each pattern k in which flipping weight i changes the unit's vote; change is +1 or
  // -1.
  template <class F>
  void for_changed_votes(std::size_t i, F f) const;

  const CommitteeInstance* instance_;
  BitVector weights_;
  std::vector<std::int8_t> signs_;      // x of weight i for each pattern, one column per input
  std::vector<std::int32_t> sums_;      // unit after unit
  std::vector<std::int32_t> positive_;  // units with a positive sum, per pattern
  std::size_t errors_ = 0;
};

}  // namespace bitbasin
