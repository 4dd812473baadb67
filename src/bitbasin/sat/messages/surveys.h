// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/messages/clause_kernel.h"
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

  double message(std::size_t e) const { return u_[e]; }
  void set_message(std::size_t e, double u) { store(e, u); }

  // The logarithm of the probability that nothing outside the formula warns a variable to make a literal
  // true: 0, unless it is set.
  void set_external(Literal literal, double x) {
    quiet_[literal] += x - external_[literal];
    external_[literal] = x;
  }

  // Updates every survey once, clause by clause in order. Returns the largest change of a u.
  double sweep();

  // The same for some clauses in the given order, and only where wanted(e). Tells of each survey that it
  // updates: changed(e, before).
  template <class Wanted, class Changed>
  void sweep(std::span<const std::uint32_t> clauses, Wanted wanted, Changed changed);

  // Recomputes the sums from the surveys, to remove accumulated rounding, up to 1e-14 in so many sweeps.
  void refresh();
  static constexpr std::uint64_t kRefreshEvery = 64;

  // In which fraction of the clusters a variable is frozen to true and to false, by the clauses alone.
  struct Frozen {
    double to_true = 0;
    double to_false = 0;
  };
  Frozen frozen(std::uint32_t variable) const;

  // The logarithm of the number of clusters with frozen variables, by the Bethe approximation; 0 if there are
  // no warnings.
  double complexity() const;

 private:
  // By the clauses alone; rounding may lift the sum above 0.
  double quiet(Literal literal) const { return std::min(quiet_[literal] - external_[literal], 0.0); }
  void load(std::size_t e, std::size_t place) {
    const Literal literal = formula_.literals[e];
    opposed_[place] = quiet_[complement_of(literal)];
    rows_[place] = opposed_[place] - (quiet_[literal] - u_[e]);
  }
  void store(std::size_t e, double u) {
    quiet_[formula_.literals[e]] += u - u_[e];
    u_[e] = u;
  }

  const Formula& formula_;
  std::vector<double> u_;
  std::vector<double> quiet_;  // by literal, with the external one
  std::vector<double> external_;
  SurveyKernel kernel_;
  AlignedArray<double> rows_;
  AlignedArray<double> opposed_;
  std::vector<std::uint32_t> all_;  // 0, 1, ... for sweep()
  std::uint64_t sweeps_ = 0;
};

template <class Wanted, class Changed>
void SatSurveys::sweep(std::span<const std::uint32_t> clauses, Wanted wanted, Changed changed) {
  while (!clauses.empty()) {
    const std::size_t length = formula_.clause(clauses[0]).size();
    std::size_t count = 1;  // clauses of this length that follow each other
    while (count < std::min(kClauseLanes, clauses.size()) &&
           formula_.clause(clauses[count]).size() == length) {
      ++count;
    }
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t first = formula_.offsets[clauses[c]];
      for (std::size_t k = 0; k < length; ++k) load(first + k, k * kClauseLanes + c);
    }
    kernel_(rows_.data(), opposed_.data(), length);
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t first = formula_.offsets[clauses[c]];
      for (std::size_t k = 0; k < length; ++k) {
        if (!wanted(first + k)) continue;
        const double before = u_[first + k];
        store(first + k, rows_[k * kClauseLanes + c]);
        changed(first + k, before);
      }
    }
    clauses = clauses.subspan(count);
  }
}

}  // namespace bitbasin
