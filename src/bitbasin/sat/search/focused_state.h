// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/occurrences.h"
#include "bitbasin/search/index_set.h"

namespace bitbasin {

// An assignment with what local search needs, kept up to date while variables flip: the unsatisfied clauses,
// how many clauses a flip would break, and, if wanted, how many it would make. The only true literal of a
// clause is known as the exclusive or of all its true variables (Balint, Biere, Froehlich and Schoening,
// "Improving implementation of SLS solvers for SAT and new heuristics for k-SAT with long clauses", SAT
// 2014). It is an AnnealingProblem.
class FocusedState {
 public:
  enum class Makes { ignored, kept };

  // Of a prepared formula; starts with all false. Keeps references; occurrences are those of the formula.
  FocusedState(const Formula& formula, Makes makes) : FocusedState(formula, makes, nullptr) {}
  FocusedState(const Formula& formula, const Occurrences& occurrences, Makes makes)
      : FocusedState(formula, makes, &occurrences) {}
  FocusedState(const FocusedState&) = delete;
  FocusedState& operator=(const FocusedState&) = delete;

  const Formula& formula() const { return formula_; }
  const IndexSet& unsatisfied() const { return unsatisfied_; }
  std::uint32_t breaks(std::size_t i) const { return breaks_[i]; }
  std::uint32_t makes(std::size_t i) const { return makes_[i]; }

  std::size_t variables() const { return formula_.variables; }
  const BitVector& configuration() const { return assignment_; }
  std::int64_t energy() const { return static_cast<std::int64_t>(unsatisfied_.size()); }
  std::int64_t energy_change(std::size_t i) const {
    return std::int64_t{breaks_[i]} - std::int64_t{makes_[i]};
  }
  void assign(const BitVector& assignment);
  void flip(std::size_t i);

  // The most clauses that any variable can break.
  std::size_t most_breaks() const;

 private:
  struct Clause {
    std::uint32_t count;     // true literals
    std::uint32_t critical;  // exclusive or of their variables
  };

  FocusedState(const Formula& formula, Makes makes, const Occurrences* occurrences);
  void change_makes(std::uint32_t clause, std::uint32_t by);

  const Formula& formula_;
  bool keeps_makes_;
  std::optional<Occurrences> own_;  // if nobody else has them
  const Occurrences& occurrences_;
  BitVector assignment_;
  std::vector<Clause> clauses_;
  std::vector<std::uint32_t> breaks_;
  std::vector<std::uint32_t> makes_;
  IndexSet unsatisfied_;
};

}  // namespace bitbasin
