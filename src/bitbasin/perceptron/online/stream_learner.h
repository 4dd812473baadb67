// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/perceptron/online/learning_noise.h"
#include "bitbasin/perceptron/online/learning_plan.h"

namespace bitbasin {

// The rules of SBPI and CP+R for a stream of patterns (learn_stream.h): those of sbpi.h and cpr.h in the
// papers' form, at a constant rate, since a stream has neither epochs nor an end that a ramp could lead to.
struct StreamSbpiOptions {
  std::int64_t theta = 1;
  double probability = 0.6;
  std::optional<std::int64_t> h_max;
  LearningNoise noise = {};
};
const OptionTable<StreamSbpiOptions>& stream_sbpi_options();

struct StreamCprOptions {
  double reinforcement = 0.3;
  std::optional<std::int64_t> h_max;
  LearningNoise noise = {};
};
const OptionTable<StreamCprOptions>& stream_cpr_options();

// What is done with each pattern, for N synapses.
struct StreamPlan {
  LearningRule rule;
  int bound = 1;
  LearningNoise noise;
};

// A learner whose options have been read and checked.
struct StreamLearner {
  std::string name;       // of the rule
  std::string canonical;  // the spec string that names every option
  std::string shortest;   // the spec string without options that have their defaults
  std::function<StreamPlan(std::size_t n)> plan;
};

// A rule as a spec string names it.
struct StreamRule {
  std::string name;
  std::string meaning;
  std::vector<OptionRow> options;
  std::function<StreamLearner(const Spec&)> read;
};
std::span<const StreamRule> stream_rules();

inline constexpr std::string_view kDefaultStreamRule = "sbpi";

// The learner that a spec string names: "sbpi" or "cpr:reinforcement=0".
StreamLearner read_stream_learner(std::string_view text);

}  // namespace bitbasin
