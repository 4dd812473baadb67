// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/messages/entropy.h"
#include "bitbasin/perceptron/random_perceptron.h"
#include "bitbasin/task/problem.h"

namespace bitbasin {

// The binary perceptron, described for tasks, commands and bindings (problem.h).
struct PerceptronProblem {
  using Instance = PerceptronInstance;
  using Random = RandomPerceptron;

  static constexpr std::string_view kName = "perceptron";
  static constexpr std::string_view kGoal = "find weights that classify every pattern";
  static constexpr std::string_view kBudget = "stop after this many pattern presentations; 0: no limit";
  static constexpr std::string_view kAlgorithm = "auto";
  static constexpr std::string_view kEntropyAlgorithm = "rbp";  // where solutions are dense
  static constexpr std::string_view kTaskAlgorithm = "rbp";     // as in stores that there are
  static constexpr std::string_view kViolations = "errors";
  static constexpr ResultCount kCounts[] = {{"iterations", &SolveResult::iterations},
                                            {"restarts", &SolveResult::restarts},
                                            {"flips", &SolveResult::flips},
                                            {"messages", &SolveResult::messages}};
  static constexpr double kEntropyTolerance = kPerceptronTolerance;
  static constexpr std::string_view kPlanted = "teacher";
  static constexpr std::string_view kAddedLater[] = {"constraint", "kappa", "device", "damage"};
  static constexpr bool kOnGpu = true;

  static const OptionTable<Random>& random_options() { return random_perceptron_options(); }
  // Sets n, alpha, patterns and the constraint: its name, kappa and kappa_eff.
  static void describe(const Instance& instance, Json& keys);
  // Sets teacher_overlap and generalization_error, if there is a teacher.
  static void describe_configuration(const Instance& instance, const BitVector& weights, Json& keys);
  static void check_planted(const Random& random);
  static const BitVector* planted(const Instance& instance) {
    return instance.teacher ? &*instance.teacher : nullptr;
  }
};
static_assert(DescribedProblem<PerceptronProblem>);

}  // namespace bitbasin
