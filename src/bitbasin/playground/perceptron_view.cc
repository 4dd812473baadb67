// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/perceptron_view.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/bits/dot.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin {

PerceptronView::PerceptronView(const RandomPerceptron& random, std::uint64_t seed)
    : instance_(generate(random, seed, 1)),
      shown_(instance_.n()),
      weights_(instance_.n()),
      magnetisations_(instance_.n()),
      stabilities_(instance_.patterns()),
      sums_(instance_.patterns()) {
  show(shown_, {});
}

VerifiedResult PerceptronView::solve(std::string_view algorithm, std::uint64_t seed, std::uint64_t budget,
                                     const std::function<void(const TracePoint&)>& on_iteration) {
  RunControl control({.work = budget});
  const SolveSetup setup{.seed = seed, .on_iteration = [&](const TracePoint& point) {
                           if (point.configuration != nullptr) {
                             show(*point.configuration, point.magnetisations);
                           }
                           on_iteration(point);
                         }};
  VerifiedResult result = bitbasin::solve(instance_, algorithm, setup, control);
  show(result.found.configuration, {});
  return result;
}

std::span<const float> PerceptronView::stabilities() {
  dots(instance_.x, shown_, sums_);
  const float scale = 1 / std::sqrt(static_cast<float>(instance_.n()));
  std::ranges::transform(sums_, stabilities_.begin(),
                         [scale](std::int32_t sum) { return scale * static_cast<float>(sum); });
  return stabilities_;
}

void PerceptronView::show(const BitVector& configuration, std::span<const double> magnetisations) {
  shown_ = configuration;
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = static_cast<float>(configuration.sign(i));
  if (magnetisations.empty()) {
    magnetisations_ = weights_;
  } else {
    std::ranges::transform(magnetisations, magnetisations_.begin(),
                           [](double m) { return static_cast<float>(m); });
  }
}

}  // namespace bitbasin
