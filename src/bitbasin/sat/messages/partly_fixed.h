// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/rng/philox.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/messages/surveys.h"
#include "bitbasin/sat/occurrences.h"

namespace bitbasin {

// What is left of a formula once some variables have values.
struct Residual {
  Formula formula;  // the clauses that no fixed variable satisfies, without false literals
  std::vector<std::uint32_t> variables;  // of the whole formula
};

// Survey propagation on a prepared formula some of whose variables are fixed, and can be released again.
// Clauses with a true literal send no surveys, so that a sweep costs less the more is fixed; only the one to
// the variable that satisfies a clause is kept, because it says whether that variable is still needed.
//
// A survey changes if log(1 - eta) does so by the tolerance or more, and 1 - eta is not below the tolerance
// before and after. A clause is updated only if a survey to one of its variables has changed: after a small
// step most of them have not.
class PartlyFixed {
 public:
  PartlyFixed(const Formula& formula, double tolerance);  // keeps a reference

  // Releases everything; random surveys.
  void start(Stream& stream);

  bool is_fixed(std::uint32_t variable) const { return value_[variable] != kFree; }
  bool value(std::uint32_t variable) const { return value_[variable] == kTrue; }
  std::size_t fixed() const { return fixed_; }
  std::size_t violated() const { return violated_; }  // clauses with false literals only

  void fix(Literal literal);  // makes a literal of a free variable true
  void release(std::uint32_t variable);

  // The number of surveys that sweep() is going to update; 0: they have converged. They belong to clauses
  // that are not satisfied yet.
  std::uint64_t prepare_sweep();
  void sweep();                                           // after prepare_sweep()
  std::uint64_t unsettled() const { return unsettled_; }  // surveys that changed in the last sweep
  std::uint64_t literals_left();                          // of the clauses that are not satisfied yet

  // The same for the surveys to the variables that alone satisfy a clause; the number is that of all literals
  // of these clauses.
  std::uint64_t prepare_supports();
  void update_supports();

  // Frozen to true - frozen to false, by the surveys as they are and without the variable's own value.
  double bias(std::uint32_t variable);

  // Without the violated clauses.
  Residual residual() const;

 private:
  enum : std::uint8_t { kFree, kTrue, kFalse };

  void silence(std::size_t clause, Literal but);
  bool is_true(Literal literal) const {
    return value_[variable_of(literal)] == (is_negated(literal) ? kFalse : kTrue);
  }
  void list_left();
  bool has_changed(std::size_t clause, std::uint64_t since) const;
  void mark(std::uint32_t variable);
  bool note_change(std::size_t e, double before);

  const Formula& formula_;
  double tolerance_;
  double saturated_;  // log(1 - eta) where 1 - eta is the tolerance
  Occurrences occurrences_;
  SatSurveys surveys_;
  std::vector<std::uint8_t> value_;
  std::vector<std::uint32_t> trues_;  // literals of each clause
  std::vector<std::uint32_t> falses_;
  std::size_t fixed_ = 0;
  std::size_t violated_ = 0;
  bool listed_ = false;              // whether the next two are up to date
  std::vector<std::uint32_t> left_;  // clauses without a true literal
  std::uint64_t literals_left_ = 0;
  std::uint64_t now_ = 0;                  // sweeps
  std::vector<std::uint64_t> changed_at_;  // when a survey to the variable changed last, by now_
  std::vector<std::uint32_t> due_;         // clauses, for the next sweep
  std::uint64_t unsettled_ = 0;
  std::uint64_t supports_at_ = 0;         // now_ when the supports were last updated
  std::vector<std::uint32_t> supported_;  // clauses, for the next update of supports
  std::vector<double> bias_;              // of variables
  std::vector<std::uint8_t> bias_known_;
};

}  // namespace bitbasin
