// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/messages/survey_kernel.h"

namespace bitbasin {

// Survey propagation on a prepared formula (Mezard, Parisi and Zecchina 2002; Braunstein, Mezard and Zecchina
// 2005). A cluster of solutions is described by the warnings in it: clause a warns variable i if all other
// literals of a are false throughout the cluster. eta_e is the fraction of clusters in which edge e carries a
// warning. State:
//
//   u_e = log(1 - eta_e),   quiet_l = sum of u_e over the edges of literal l
//
//   A = exp(quiet of the literal, without u_e),   B = exp(quiet of its complement)
//   zeta_e = A (1 - B) / (A + B - A B)      warned against the clause, not for it, given no contradiction
//   eta_e <- prod_{e' in a, e' != e} zeta_e'
//
// With A / (A + B) in the place of zeta these are the messages of belief propagation (bp.h), which know no
// third state between warned for and warned against.
class SatSurveys {
 public:
  explicit SatSurveys(const Formula& formula);  // keeps a reference

  const Formula& formula() const { return formula_; }
  std::span<const double> messages() const { return u_; }  // log(1 - eta)

  // Random surveys, uniform between 0 and 1.
  void start(Stream& stream);
  void set_messages(std::span<const double> u);

  // Updates every survey once, clause by clause in order. Returns the largest change of a u.
  double sweep();

  // In which fraction of the clusters a variable is frozen to true and to false.
  struct Frozen {
    double to_true = 0;
    double to_false = 0;
  };
  Frozen frozen(std::uint32_t variable) const;

  // The logarithm of the number of clusters with frozen variables, by the Bethe approximation; 0 if there are
  // no warnings.
  double complexity() const;

 private:
  void sum_up();
  double quiet(Literal literal) const { return std::min(quiet_[literal], 0.0); }  // rounding may lift it
  double add_change(std::size_t e, double u) {
    const double change = u - u_[e];
    u_[e] = u;
    quiet_[formula_.literals[e]] += change;
    return change;
  }

  const Formula& formula_;
  std::vector<double> u_;
  std::vector<double> quiet_;  // by literal
  SurveyKernel kernel_;
  AlignedArray<double> rows_;
  AlignedArray<double> opposed_;
  std::uint64_t sweeps_ = 0;
};

}  // namespace bitbasin
