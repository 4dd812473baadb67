// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/data/json.h"
#include "bitbasin/entropy/local_entropy.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/solver.h"

namespace bitbasin {

// The flags that all measurements of local entropy share.
struct EntropyFlags {
  double tolerance = 1e-7;
  std::int64_t max_sweeps = 2000;
};
const OptionTable<EntropyFlags>& entropy_flag_table();

// For perceptrons: with 24 bits per product the fields settle below it.
inline constexpr double kPerceptronTolerance = 1e-5;

// The distances that nobody asked for: dense where the curves of different solvers differ.
inline constexpr std::string_view kDefaultDistances = "0.01:0.1:10";

// H(d) = -d ln d - (1 - d) ln(1 - d): every configuration at that distance.
double entropy_of_all_configurations(double d);

struct MeasuredEntropy {
  std::vector<EntropyPoint> points;
  BetheEntropy bethe;
};

// Sets points, with H(d) beside each, bethe_entropy and bethe_converged.
void describe_entropy(const MeasuredEntropy& measured, Json& keys);

// The local entropy around weights of a perceptron.
MeasuredEntropy perceptron_entropy(const PerceptronInstance& instance, const BitVector& weights,
                                   std::span<const double> distances, const EntropyFlags& flags,
                                   const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
