// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/entropy/local_entropy.h"

namespace bitbasin {

// The options of every measurement of local entropy.
struct EntropyOptions {
  double tolerance = 1e-7;
  std::int64_t max_sweeps = 2000;
};
const OptionTable<EntropyOptions>& entropy_options();

// The default distances: dense where the curves of different solvers differ.
inline constexpr std::string_view kDefaultDistances = "0.01:0.1:10";

// H(d) = -d ln d - (1 - d) ln(1 - d): the entropy of all configurations at that distance.
double entropy_of_all_configurations(double d);

// The result of a measurement around one configuration. Each problem has a measure_entropy(instance,
// configuration, distances, options, setup, control) that returns one.
struct MeasuredEntropy {
  std::vector<EntropyPoint> points;
  BetheEntropy bethe;
};

template <Estimator E>
MeasuredEntropy measure_entropy(E& estimator, const BitVector& center, std::span<const double> distances,
                                Stream stream, RunControl& control) {
  MeasuredEntropy measured;
  measured.points = local_entropy(estimator, center, distances, stream, control);
  measured.bethe = bethe_entropy(estimator, stream, control);
  return measured;
}

}  // namespace bitbasin
