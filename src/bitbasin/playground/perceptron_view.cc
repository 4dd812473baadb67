// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/perceptron_view.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/messages/entropy.h"
#include "bitbasin/perceptron/search/solution_walk.h"

namespace bitbasin {

PerceptronView::PerceptronView(const RandomPerceptron& random, std::uint64_t seed)
    : instance_(generate(random, seed, 1)),
      shown_(instance_.n()),
      weights_(instance_.n()),
      magnetisations_(instance_.n()),
      stabilities_(instance_.patterns()),
      sums_(instance_.patterns()) {}

VerifiedResult PerceptronView::solve(std::string_view algorithm, std::uint64_t seed, std::uint64_t budget,
                                     const std::function<void(const TracePoint&)>& on_iteration) {
  RunControl control({.work = budget});
  const auto told = [&](const TracePoint& point) {
    if (point.configuration != nullptr) show(*point.configuration, point.magnetisations);
    on_iteration(point);
  };
  const SolveSetup setup{.seed = seed, .on_iteration = told, .brief_trace = true};
  VerifiedResult result = bitbasin::solve(instance_, algorithm, setup, control);
  show(result.found.configuration, {});
  return result;
}

std::vector<EntropyPoint> PerceptronView::local_entropy(std::span<const double> distances,
                                                        std::uint64_t seed) const {
  RunControl control;
  const EntropyOptions options{.tolerance = kPerceptronTolerance};
  return measure_entropy(instance_, shown_, distances, options, {.seed = seed}, control).points;
}

std::vector<WalkPoint> PerceptronView::walk(double sweeps, std::uint64_t points, std::uint64_t seed) const {
  if (const std::size_t errors = count_violations(instance_, shown_); errors > 0) {
    fail("expected a walk to begin at a solution, got weights with {} errors", errors);
  }
  RunControl control;
  std::vector<WalkPoint> result;
  walk_solutions(instance_, shown_, {.sweeps = sweeps, .points = points}, {.seed = seed}, control,
                 [&](const WalkPoint& point, std::optional<double>) { result.push_back(point); });
  return result;
}

std::span<const float> PerceptronView::stabilities() {
  dots(instance_.x, shown_, sums_);
  const float scale = 1 / std::sqrt(static_cast<float>(instance_.n()));
  std::ranges::transform(sums_, stabilities_.begin(),
                         [scale](std::int32_t sum) { return scale * static_cast<float>(sum); });
  return stabilities_;
}

// The page looks at few of the iterations: what it sees is made when it does.
void PerceptronView::show(const BitVector& configuration, std::span<const double> magnetisations) {
  shown_ = configuration;
  means_.assign(magnetisations.begin(), magnetisations.end());
}

std::span<const float> PerceptronView::weights() {
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = static_cast<float>(shown_.sign(i));
  return weights_;
}

std::span<const float> PerceptronView::magnetisations() {
  if (means_.empty()) return weights();
  std::ranges::transform(means_, magnetisations_.begin(), [](double m) { return static_cast<float>(m); });
  return magnetisations_;
}

}  // namespace bitbasin
