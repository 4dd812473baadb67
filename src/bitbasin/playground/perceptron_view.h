// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "bitbasin/entropy/local_entropy.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/random_perceptron.h"
#include "bitbasin/search/walk.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

// A random perceptron and a run on it, as the playground draws them: after each iteration the page may look
// at weights, messages and stabilities.
class PerceptronView {
 public:
  PerceptronView(const RandomPerceptron& random, std::uint64_t seed);

  const PerceptronInstance& instance() const { return instance_; }

  // Solves by the algorithm that a spec string names. A budget of 0 is none.
  VerifiedResult solve(std::string_view algorithm, std::uint64_t seed, std::uint64_t budget,
                       const std::function<void(const TracePoint&)>& on_iteration);

  // What lies around the weights that are shown: the local entropy at distances from them, and a random walk
  // over solutions, which they must be.
  std::vector<EntropyPoint> local_entropy(std::span<const double> distances, std::uint64_t seed) const;
  std::vector<WalkPoint> walk(double sweeps, std::uint64_t points, std::uint64_t seed) const;

  // Of the iteration that was told last or, after the run, of its result: +1 and -1; means of the weights
  // under the messages, which are the weights themselves where an algorithm has no messages; x . w / sqrt(N)
  // of each pattern.
  std::span<const float> weights();
  std::span<const float> magnetisations();
  std::span<const float> stabilities();

 private:
  void show(const BitVector& configuration, std::span<const double> magnetisations);

  PerceptronInstance instance_;
  BitVector shown_;
  std::vector<double> means_;  // under the messages; none: the weights themselves
  std::vector<float> weights_, magnetisations_, stabilities_;
  std::vector<std::int32_t> sums_;
};

}  // namespace bitbasin
