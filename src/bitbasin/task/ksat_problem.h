// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/messages/complexity.h"
#include "bitbasin/sat/messages/entropy.h"
#include "bitbasin/sat/random_formula.h"
#include "bitbasin/sat/solution.h"
#include "bitbasin/task/problem.h"

namespace bitbasin {

// K-SAT, described for tasks, commands and bindings (problem.h).
struct KsatProblem {
  using Instance = Formula;
  using Random = RandomFormula;

  static constexpr std::string_view kName = "ksat";
  static constexpr std::string_view kGoal = "find an assignment that satisfies every clause";
  static constexpr std::string_view kBudget =
      "stop after this many messages, proposals, flips or conflicts; 0: only the limits of the algorithm";
  static constexpr std::string_view kAlgorithm = "auto";
  static constexpr std::string_view kEntropyAlgorithm = "edmc";  // where solutions are dense
  static constexpr std::string_view kViolations = "unsatisfied";
  static constexpr ResultCount kCounts[] = {{"iterations", &SolveResult::iterations},
                                            {"flips", &SolveResult::flips},
                                            {"messages", &SolveResult::messages},
                                            {"restarts", &SolveResult::restarts}};
  static constexpr double kEntropyTolerance = EntropyOptions{}.tolerance;
  static constexpr std::string_view kAddedLater[] = {"level"};
  static constexpr int kRevision = 2;  // 0.2.0 had 1

  static const OptionTable<Random>& random_options() { return random_formula_options(); }
  // Sets n, alpha, clauses and k, the literals of the longest clause.
  static void describe(const Instance& formula, Json& keys);
  // Sets frozen, the fraction of variables that whitening leaves; null if the assignment is no solution.
  static void describe_configuration(const Instance& formula, const BitVector& assignment, Json& keys);

  static const OptionTable<EntropyLevelOptions>& level_options() { return entropy_level_options(); }

  // What a solver's answer says about the formula. Only CaDiCaL's word stands for "unsatisfiable", or its
  // proof.
  static SatSolution::Status status(const VerifiedResult& result);
  // Sets status: satisfiable, unsatisfiable or unknown.
  static void describe_result(const VerifiedResult& result, Json& keys);

  // Sets n, alpha and clauses.
  static void describe_size(const Instance& formula, Json& keys);
};
static_assert(DescribedProblem<KsatProblem>);

}  // namespace bitbasin
