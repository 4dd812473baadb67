// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/device/gpu_patterns.h"
#include "bitbasin/models/sign.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/reinforced_iteration.h"

namespace bitbasin {

// The iteration of reinforced belief propagation with all vectors on a GPU, for the sign constraint. While
// the caller decides what comes next, the GPU has begun the products that any next step needs.
class GpuIteration {
 public:
  GpuIteration(const PerceptronInstance& instance, const SignModel& model);

  std::size_t n() const { return x_.n(); }
  std::size_t inputs() const { return x_.n(); }
  std::size_t patterns() const { return x_.patterns(); }

  void start(std::span<const double> theta);
  void step(double margin, double fresh, double memory);
  bool violates_none() { return count_errors() == 0; }
  std::size_t count_errors();
  const BitVector& signs();
  std::span<const double> fields();
  std::span<const double> m();

 private:
  SumRange allowed_;
  SignModel model_;
  GpuPatterns x_;
  std::vector<double> theta_, m_;  // as they were fetched last
  BitVector w_;                    // the signs after some step
  bool started_ = false;
  bool stepped_ = false;  // since the start: only then there are signs on the GPU
  bool fetched_ = true;   // whether w_ is what they are
};
static_assert(ReinforcedIteration<GpuIteration>);

}  // namespace bitbasin
