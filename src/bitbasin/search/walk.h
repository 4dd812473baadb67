// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

// A solution, and which single flips lead to other solutions.
template <class P>
concept WalkProblem = requires(P p, const P c, std::size_t i) {
  { c.variables() } -> std::convertible_to<std::size_t>;
  { c.configuration() } -> std::convertible_to<const BitVector&>;
  { c.allows(i) } -> std::convertible_to<bool>;
  p.flip(i);
};

struct WalkPoint {
  std::uint64_t proposals = 0;  // so far
  double distance = 0;          // from the start: differing variables over N
  double density = 0;           // allowed flips over N
};

// How long a walk over solutions is, and how often it is observed.
struct WalkOptions {
  double sweeps = 100;
  std::uint64_t points = 20;
};
const OptionTable<WalkOptions>& walk_option_table();

// Is told each point of a walk, and the error on unseen patterns there, if the problem has one.
using OnWalkPoint = std::function<void(const WalkPoint&, std::optional<double> test_error)>;

// Times at which a walk is observed, in proposals: 0, then a geometric series from N / 100 to sweeps N.
inline std::vector<std::uint64_t> walk_times(std::size_t variables, double sweeps, std::size_t points) {
  std::vector<std::uint64_t> times{0};
  const auto n = static_cast<double>(variables);
  const double first = std::min(0.01, sweeps);
  for (std::size_t k = 0; k + 1 < points; ++k) {
    const double part = points > 2 ? static_cast<double>(k) / static_cast<double>(points - 2) : 1;
    const double time = n * first * std::pow(sweeps / first, part);
    times.push_back(std::max(times.back() + 1, static_cast<std::uint64_t>(std::llround(time))));
  }
  return times;
}

// A random walk over solutions: proposes uniform flips and makes those that are allowed, so that in the long
// run every solution it can reach is met equally often. observe(point) is called at each of the times,
// ascending, while the problem is at that point. One unit of work is one proposal; a density costs N.
template <WalkProblem Problem, class Observe>
void walk(Problem& problem, std::span<const std::uint64_t> times, Stream& stream, RunControl& control,
          Observe observe) {
  constexpr std::uint64_t kChunk = 1024;  // proposals between two checks of the limits
  const std::size_t n = problem.variables();
  const BitVector start = problem.configuration();
  WalkPoint point;
  for (const std::uint64_t time : times) {
    while (point.proposals < time) {
      const std::uint64_t count = std::min(kChunk, time - point.proposals);
      if (!control.spend(count)) return;
      for (std::uint64_t t = 0; t < count; ++t) {
        const std::size_t i = uniform_below(stream, n);
        if (problem.allows(i)) problem.flip(i);
      }
      point.proposals += count;
      control.report({"walking", point.proposals, times.back()});
    }
    if (!control.spend(std::max<std::size_t>(1, n))) return;
    std::size_t allowed = 0;
    for (std::size_t i = 0; i < n; ++i) allowed += problem.allows(i);
    point.distance =
        static_cast<double>(hamming(start.words(), problem.configuration().words())) / static_cast<double>(n);
    point.density = static_cast<double>(allowed) / static_cast<double>(n);
    observe(point);
  }
}

}  // namespace bitbasin
