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
class PartlyFixed {
 public:
  explicit PartlyFixed(const Formula& formula);  // keeps a reference

  // Releases everything; random surveys.
  void start(Stream& stream);

  bool is_fixed(std::uint32_t variable) const { return value_[variable] != kFree; }
  bool value(std::uint32_t variable) const { return value_[variable] == kTrue; }
  std::size_t fixed() const { return fixed_; }
  std::size_t violated() const { return violated_; }  // clauses with false literals only

  void fix(Literal literal);  // makes a literal of a free variable true
  void release(std::uint32_t variable);

  // Updates the surveys of the clauses that are not satisfied yet; these have so many literals.
  double sweep();
  std::uint64_t literals_left();

  // Updates those to the variables that alone satisfy a clause.
  void update_supports();

  // Frozen to true - frozen to false, by the surveys as they are and without the variable's own value.
  double bias(std::uint32_t variable) const {
    const SatSurveys::Frozen frozen = surveys_.frozen(variable);
    return frozen.to_true - frozen.to_false;
  }

  // Without the violated clauses.
  Residual residual() const;

 private:
  enum : std::uint8_t { kFree, kTrue, kFalse };

  void silence(std::size_t clause, Literal but);
  bool is_true(Literal literal) const {
    return value_[variable_of(literal)] == (is_negated(literal) ? kFalse : kTrue);
  }
  void list_left();

  const Formula& formula_;
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
  std::vector<std::uint32_t> supported_;
  std::uint64_t sweeps_ = 0;
};

}  // namespace bitbasin
