// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/measures.h"

#include <type_traits>

#include "bitbasin/committee/tilted_committee.h"

namespace bitbasin {
namespace {

struct VotesWalk {
  UnitVotes& state;

  std::size_t variables() const { return state.n(); }
  const BitVector& configuration() const { return state.weights(); }
  bool allows(std::size_t i) const { return state.breaks_none(i); }
  void flip(std::size_t i) { state.flip(i); }
};

}  // namespace

MeasuredEntropy measure_entropy(const CommitteeInstance& instance, const BitVector& weights,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control) {
  CommitteeProducts patterns(instance, setup.threads, 2);
  const auto measure = [&]<class Tilted>(std::type_identity<Tilted>) {
    Tilted estimator =
        tilted_committee<Tilted>(instance, patterns,
                                 {.tolerance = options.tolerance,
                                  .max_iterations = static_cast<std::uint64_t>(options.max_sweeps),
                                  .threads = setup.threads});
    return measure_entropy(estimator, weights, distances, Stream(setup.seed, purpose("entropy")), control);
  };
  return JointAmp::knows(instance.form) ? measure(std::type_identity<JointTiltedCommittee>{})
                                        : measure(std::type_identity<TiltedCommittee>{});
}

std::vector<MeasuredFocusing> measure_focusing(const CommitteeInstance& instance,
                                               std::span<const FocusingPoint> points,
                                               const EntropyOptions& options, const SolveSetup& setup,
                                               RunControl& control) {
  CommitteeProducts patterns(instance, setup.threads, 2);
  return measure_focusing(patterns, MajorityModel(instance.units()), points, options, setup, control);
}

std::size_t walk_solutions(const CommitteeInstance& instance, const BitVector& solution,
                           const WalkOptions& options, const SolveSetup& setup, RunControl& control,
                           const OnWalkPoint& on_point) {
  UnitVotes state(instance, solution);
  VotesWalk problem{state};
  const auto times = walk_times(instance.weights(), options.sweeps, options.points);
  Stream stream(setup.seed, purpose("walk"));
  walk(problem, times, stream, control, [&](const WalkPoint& at) { on_point(at, std::nullopt); });
  return count_violations(instance, state.weights());
}

}  // namespace bitbasin
