// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/stream_keys.h"

#include <limits>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

const OptionTable<StreamParameters>& stream_options() {
  constexpr auto kMost = static_cast<std::int64_t>(kMostSynapses);
  static const OptionTable<StreamParameters> table{
      option("n", &StreamParameters::n, {1, kMost}, "synapses, an odd number", "N"),
      option("alpha", &StreamParameters::alpha, {0, std::numeric_limits<double>::infinity(), true, true},
             "patterns per synapse at most; auto: until the teacher is found", "alpha"),
      text_option("algorithm", &StreamParameters::algorithm, "spec string", "sbpi or cpr, with options"),
  };
  return table;
}

std::uint64_t most_patterns(const StreamParameters& parameters) {
  if (parameters.n % 2 == 0)
    fail("expected an odd N, so that no sum over the synapses is 0, got {}", parameters.n);
  if (!parameters.alpha) return 0;
  const std::size_t patterns = pattern_count(static_cast<std::size_t>(parameters.n), *parameters.alpha);
  if (patterns == 0)
    fail("alpha is too small for a single pattern: {} * {} rounds to 0", *parameters.alpha, parameters.n);
  return patterns;
}

LearnedStream learn_keys(const StreamParameters& parameters, std::uint64_t seed, RunControl& control,
                         const OnStreamPoint& on_point) {
  const StreamLearner learner = read_stream_learner(parameters.algorithm);
  const auto n = static_cast<std::size_t>(parameters.n);
  LearnedStream learned{learn_stream(n, learner, most_patterns(parameters), seed, control, on_point), {}};
  const StreamResult& result = learned.result;
  const auto per_synapse = [&](std::uint64_t patterns) {
    return static_cast<double>(patterns) / static_cast<double>(n);
  };
  Json points = Json::array();
  for (const StreamPoint& point : result.points) {
    points.push_back({{"patterns", point.patterns},
                      {"alpha", per_synapse(point.patterns)},
                      {"learnt", point.learnt},
                      {"teacher_overlap", point.overlap},
                      {"generalization_error", generalization_error(point.overlap)}});
  }
  const double r = overlap(result.teacher, result.weights);
  learned.keys = {{"algorithm", learner.name},
                  {"spec", learner.canonical},
                  {"n", n},
                  {"solved", result.found()},
                  {"verified", result.found() == (r == 1)},
                  {"patterns", result.last().patterns},
                  {"alpha", per_synapse(result.last().patterns)},
                  {"learnt", result.last().learnt},
                  {"teacher_overlap", r},
                  {"generalization_error", generalization_error(r)},
                  {"points", std::move(points)},
                  {"work", control.spent()}};
  return learned;
}

}  // namespace bitbasin
