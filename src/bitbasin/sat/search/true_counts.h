// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/occurrences.h"

namespace bitbasin {

// An assignment and how many true literals each clause has, kept while variables flip.
class TrueCounts {
 public:
  TrueCounts(const Formula& formula, const Occurrences& occurrences)
      : formula_(formula),
        occurrences_(occurrences),
        assignment_(formula.variables),
        count_(formula.clauses()) {
    assign(assignment_);
  }

  const BitVector& assignment() const { return assignment_; }
  std::size_t unsatisfied() const { return unsatisfied_; }

  void assign(const BitVector& assignment) {
    assignment_ = assignment;
    unsatisfied_ = 0;
    for (std::size_t a = 0; a < count_.size(); ++a) {
      count_[a] = 0;
      for (const Literal literal : formula_.clause(a)) count_[a] += is_true(literal, assignment_) ? 1 : 0;
      unsatisfied_ += count_[a] == 0 ? 1 : 0;
    }
  }

  void flip(std::size_t i) {
    const Literal was = make_literal(static_cast<std::uint32_t>(i), !assignment_[i]);
    for (const std::uint32_t a : occurrences_.of(was)) unsatisfied_ += --count_[a] == 0 ? 1 : 0;
    for (const std::uint32_t a : occurrences_.of(complement_of(was))) {
      unsatisfied_ -= count_[a]++ == 0 ? 1 : 0;
    }
    assignment_.flip(i);
  }

 private:
  const Formula& formula_;
  const Occurrences& occurrences_;
  BitVector assignment_;
  std::vector<std::uint32_t> count_;
  std::size_t unsatisfied_ = 0;
};

}  // namespace bitbasin
