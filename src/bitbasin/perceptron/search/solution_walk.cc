// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/solution_walk.h"

#include "bitbasin/math/generalization_error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/search/stabilities.h"

namespace bitbasin {
namespace {

struct SolutionWalk {
  Stabilities& state;

  std::size_t variables() const { return state.n(); }
  const BitVector& configuration() const { return state.weights(); }
  bool allows(std::size_t i) const { return state.breaks_none(i); }
  void flip(std::size_t i) { state.flip(i); }
};

}  // namespace

std::size_t walk_solutions(const PerceptronInstance& instance, const BitVector& solution,
                           const WalkOptions& options, const SolveSetup& setup, RunControl& control,
                           const OnWalkPoint& on_point) {
  Stabilities state(instance, solution, setup.threads);
  SolutionWalk problem{state};
  const auto times = walk_times(instance.n(), options.sweeps, options.points);
  Stream stream(setup.seed, purpose("walk"));
  walk(problem, times, stream, control, [&](const WalkPoint& at) {
    std::optional<double> error;
    if (instance.teacher) error = generalization_error(overlap(*instance.teacher, state.weights()));
    on_point(at, error);
  });
  return count_violations(instance, state.weights());
}

}  // namespace bitbasin
