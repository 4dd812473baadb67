// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "bitbasin/base/options.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Entropy-driven Monte Carlo: a search for the configuration W~ with the most solutions around it, that is
// with the largest local free entropy F(W~, gamma) (see estimator.h). Such a configuration violates nothing
// itself once gamma, which is raised step by step, has confined the measure to its neighbourhood.
//
//   plain      propose a uniform flip, re-converge, accept by the change of F. The reference: a
//              re-convergence for each proposal
//   predicted  the same chain, the change of F by the single-flip identity: a re-convergence only for
//              accepted flips
//   heuristic  flips the largest field of a few drawn mismatches: nothing is rejected
//   batch      flips many of the largest mismatches at once, undone if F did not rise
//   parallel   flips all mismatches after every round of messages, and raises gamma each time: this is
//              focusing belief propagation at y = infinity
enum class EdmcMode { parallel, heuristic, batch, predicted, plain };

// Empty options are chosen by the problem.
struct EdmcOptions {
  EdmcMode mode = EdmcMode::parallel;
  std::optional<double> gamma;
  std::optional<double> gamma_step;
  std::optional<double> gamma_max;
  double period = 1;
  double y = std::numeric_limits<double>::infinity();
  std::int64_t candidates = 5;
  double batch = 0.05;
  std::optional<double> tolerance;
  std::int64_t max_sweeps = 300;
  std::int64_t averages = 10;
  std::int64_t restarts = 10;
  double mend = 10;
};

const OptionTable<EdmcOptions>& edmc_options();

// Fails if options contradict each other.
void check(const EdmcOptions& options);

// Where a run in mode parallel is when somebody else may try to mend what is left.
enum class EdmcStage { under_way, frozen };

struct EdmcResult {
  BitVector best;                 // the W~ of least energy
  std::size_t energy = 0;         // constraints it violates
  std::uint64_t proposals = 0;    // flips that were considered; parallel: all N in each sweep
  std::uint64_t accepted = 0;     // flips that were made
  std::uint64_t updates = 0;      // messages computed
  std::uint64_t sweeps = 0;       // parallel: rounds over all messages
  std::uint64_t levels = 0;       // values of gamma, over all restarts
  std::uint64_t unconverged = 0;  // re-convergences that failed; averages over time were used instead
  std::uint64_t restarts = 0;     // fresh starts after the first
  double gamma = 0;               // at the end
};

// As a solver's result: an iteration is a round of messages in parallel mode and a proposal in the others.
SolveResult as_solve_result(const EdmcResult& found, EdmcMode mode);

}  // namespace bitbasin
