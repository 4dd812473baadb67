// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bitbasin/base/run_control.h"
#include "bitbasin/solve/algorithm.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// A problem whose answers can be checked: count_violations counts the constraints that a configuration
// violates, slowly and independently of every solver. It fails if the sizes do not match. It may also take a
// number of threads.
template <class P>
concept CheckedProblem = requires(const P& problem, const BitVector& configuration) {
  { count_violations(problem, configuration) } -> std::same_as<std::size_t>;
};

// A solver's answer, and what the slow checker says about it.
struct VerifiedResult {
  SolveResult found;
  std::size_t violations = 0;  // by the checker
  double seconds = 0;          // of the solver alone

  // An answer counts as solved only if the checker confirms it.
  bool solved() const { return violations == 0; }
  // Whether solver and checker agree.
  bool verified() const { return violations == found.violations; }
};

// The only way to run a solver whose answer is shown to a user.
template <CheckedProblem Problem>
VerifiedResult solve_and_check(const Problem& problem, const Solver<Problem>& solver, const SolveSetup& setup,
                               RunControl& control) {
  VerifiedResult result;
  const double before = control.seconds();
  result.found = solver.solve(problem, setup, control);
  result.seconds = control.seconds() - before;
  const BitVector& found = result.found.configuration;
  if constexpr (requires { count_violations(problem, found, setup.threads); }) {
    result.violations = count_violations(problem, found, setup.threads);
  } else {
    result.violations = count_violations(problem, found);
  }
  return result;
}

// The same from a spec string, "rbp:rate=0.001"; without limits unless a control is given.
template <CheckedProblem Problem>
VerifiedResult solve(const Problem& problem, std::string_view algorithm, const SolveSetup& setup,
                     RunControl& control) {
  return solve_and_check(problem, read_solver<Problem>(algorithm), setup, control);
}
template <CheckedProblem Problem>
VerifiedResult solve(const Problem& problem, std::string_view algorithm, const SolveSetup& setup = {}) {
  RunControl control;
  return solve(problem, algorithm, setup, control);
}

}  // namespace bitbasin
