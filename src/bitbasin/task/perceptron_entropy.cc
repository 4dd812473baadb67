// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/perceptron_entropy.h"

#include <cmath>

#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/tilted_amp.h"

namespace bitbasin {

const OptionTable<EntropyFlags>& entropy_flag_table() {
  static const OptionTable<EntropyFlags> table{
      option("tolerance", &EntropyFlags::tolerance, {1e-14, 1.0}, "change of a message that counts as none"),
      option("max_sweeps", &EntropyFlags::max_sweeps, {1, 100000000}, "sweeps per point at most"),
  };
  return table;
}

double entropy_of_all_configurations(double d) {
  return d <= 0 || d >= 1 ? 0 : -d * std::log(d) - (1 - d) * std::log1p(-d);
}

void describe_entropy(const MeasuredEntropy& measured, Json& keys) {
  Json list = Json::array();
  for (const EntropyPoint& point : measured.points) {
    list.push_back({{"d", point.distance},
                    {"gamma", number_or_null(point.gamma)},
                    {"entropy", number_or_null(point.entropy)},
                    {"bound", entropy_of_all_configurations(point.distance)},
                    {"converged", point.converged}});
  }
  keys["points"] = std::move(list);
  keys["bethe_entropy"] = number_or_null(measured.bethe.entropy);
  keys["bethe_converged"] = measured.bethe.converged;
}

MeasuredEntropy perceptron_entropy(const PerceptronInstance& instance, const BitVector& weights,
                                   std::span<const double> distances, const EntropyFlags& flags,
                                   const SolveSetup& setup, RunControl& control) {
  PatternProducts patterns(instance.x, setup.threads, 2);
  TiltedAmp<PatternProducts> estimator(patterns, instance,
                                       {.tolerance = flags.tolerance,
                                        .max_iterations = static_cast<std::uint64_t>(flags.max_sweeps),
                                        .threads = setup.threads});
  Stream stream(setup.seed, purpose("entropy"));
  MeasuredEntropy measured;
  measured.points = local_entropy(estimator, weights, distances, stream, control);
  measured.bethe = bethe_entropy(estimator, stream, control);
  return measured;
}

}  // namespace bitbasin
