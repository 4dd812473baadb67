// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/perceptron_flags.h"

#include <limits>

#include "bitbasin/base/error.h"

namespace bitbasin {

const OptionTable<PerceptronFlags>& perceptron_flag_table() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr auto kMost = static_cast<std::int64_t>(kMostSynapses);
  static const OptionTable<PerceptronFlags> table{
      option("n", &PerceptronFlags::n, {1, kMost}, "synapses, an odd number", "N"),
      option("alpha", &PerceptronFlags::alpha, {0, kInfinity, true, true}, "patterns per synapse",
             "alpha = P / N"),
      option("patterns", &PerceptronFlags::patterns, {1}, "patterns, if not by --alpha", "P"),
      label_source_option(&PerceptronFlags::task),
  };
  return table;
}

std::size_t patterns_of(const PerceptronFlags& flags) {
  if (flags.alpha.has_value() == flags.patterns.has_value()) {
    fail("expected either alpha or patterns but {} given", flags.alpha ? "both are" : "neither is");
  }
  if (flags.patterns) return static_cast<std::size_t>(*flags.patterns);
  const std::size_t patterns = pattern_count(static_cast<std::size_t>(flags.n), *flags.alpha);
  if (patterns == 0) {
    fail("expected alpha to give at least one pattern but {} * {} rounds to 0", *flags.alpha, flags.n);
  }
  return patterns;
}

PerceptronInstance generate_instance(const PerceptronFlags& flags, std::uint64_t seed, int threads) {
  const auto n = static_cast<std::size_t>(flags.n);
  return flags.task == LabelSource::teacher ? teacher_instance(n, patterns_of(flags), seed, threads)
                                            : random_instance(n, patterns_of(flags), seed, threads);
}

void describe_instance(const PerceptronInstance& instance, Json& result) {
  result["n"] = instance.n();
  result["alpha"] = instance.alpha();
  result["patterns"] = instance.patterns();
}

}  // namespace bitbasin
