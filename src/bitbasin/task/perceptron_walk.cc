// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/perceptron_walk.h"

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

const OptionTable<WalkFlags>& walk_flag_table() {
  static const OptionTable<WalkFlags> table{
      option("sweeps", &WalkFlags::sweeps, {0.0, 1e9, true}, "length of the walk, in N proposals"),
      option("points", &WalkFlags::points, {1, 100000}, "points that are reported"),
  };
  return table;
}

std::size_t walk_perceptron(const PerceptronInstance& instance, const BitVector& solution,
                            const WalkFlags& flags, const SolveSetup& setup, RunControl& control,
                            const OnWalkPoint& on_point) {
  Stabilities state(instance, solution, setup.threads);
  SolutionWalk problem{state};
  const auto times = walk_times(instance.n(), flags.sweeps, flags.points);
  Stream stream(setup.seed, purpose("walk"));
  walk(problem, times, stream, control, [&](const WalkPoint& at) {
    std::optional<double> error;
    if (instance.teacher) error = generalization_error(overlap(*instance.teacher, state.weights()));
    on_point(at, error);
  });
  return check_weights(instance, state.weights());
}

}  // namespace bitbasin
