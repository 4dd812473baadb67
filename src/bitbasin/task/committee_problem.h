// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/committee/measures.h"
#include "bitbasin/committee/random_committee.h"
#include "bitbasin/committee/solvers.h"
#include "bitbasin/perceptron/messages/entropy.h"
#include "bitbasin/task/problem.h"

namespace bitbasin {

// The committee machine, described for tasks, commands and bindings (problem.h).
struct CommitteeProblem {
  using Instance = CommitteeInstance;
  using Random = RandomCommittee;

  static constexpr std::string_view kName = "committee";
  static constexpr std::string_view kGoal = "find weights of a committee that classifies every pattern";
  static constexpr std::string_view kBudget = "stop after this many pattern presentations; 0: no limit";
  static constexpr std::string_view kAlgorithm = "rbp";
  static constexpr std::string_view kViolations = "errors";
  static constexpr ResultCount kCounts[] = {{"iterations", &SolveResult::iterations},
                                            {"restarts", &SolveResult::restarts},
                                            {"flips", &SolveResult::flips},
                                            {"messages", &SolveResult::messages}};
  static constexpr double kEntropyTolerance = kPerceptronTolerance;
  static constexpr std::string_view kPlanted = "teacher";
  static constexpr int kRevision = 2;  // 0.2.0 had 1

  static const OptionTable<Random>& random_options() { return random_committee_options(); }
  // Sets n (inputs of a unit), units, tree, alpha and patterns.
  static void describe(const Instance& instance, Json& keys);
  // Sets teacher_overlap and generalization_error, if there is a teacher.
  static void describe_configuration(const Instance& instance, const BitVector& weights, Json& keys);
  static void check_planted(const Random& random);
  static const BitVector* planted(const Instance& instance) {
    return instance.teacher ? &*instance.teacher : nullptr;
  }
};
static_assert(DescribedProblem<CommitteeProblem>);

}  // namespace bitbasin
