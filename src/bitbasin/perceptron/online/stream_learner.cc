// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/stream_learner.h"

#include <cmath>
#include <utility>

#include "bitbasin/base/find_named.h"
#include "bitbasin/base/read_options.h"
#include "bitbasin/perceptron/online/online_learning.h"

namespace bitbasin {
namespace {

constexpr std::string_view kHMaxMeaning = "largest hidden state, an odd number; auto: 8 sqrt(N)";

int stream_bound(const std::optional<std::int64_t>& h_max, std::size_t n, std::string_view name) {
  return bound_of(h_max.value_or(nearest_h_max(8 * std::sqrt(static_cast<double>(n)))), name);
}

StreamPlan plan_of(const StreamSbpiOptions& o, std::size_t n) {
  StreamPlan plan{{}, stream_bound(o.h_max, n, "sbpi"), o.noise};
  plan.rule.stabilise_below = static_cast<std::int32_t>(o.theta + 1);
  plan.rule.stabilise_probability = o.probability;
  return plan;
}

StreamPlan plan_of(const StreamCprOptions& o, std::size_t n) {
  StreamPlan plan{{}, stream_bound(o.h_max, n, "cpr"), o.noise};
  constexpr double kSqrt2OverPi = 0.797884560802865356;
  plan.rule.background = o.reinforcement * kSqrt2OverPi / std::sqrt(static_cast<double>(n));
  return plan;
}

template <class Options>
StreamRule stream_rule(std::string name, std::string meaning, const OptionTable<Options>& table) {
  return {std::move(name), std::move(meaning), describe(table), [&table](const Spec& spec) -> StreamLearner {
            const Options options = read_options(table, spec);
            plan_of(options, 1);  // fails on an even h_max
            return {spec.name, to_spec(spec.name, table, options), shortest_spec(spec.name, table, options),
                    [options](std::size_t n) { return plan_of(options, n); }};
          }};
}

}  // namespace

const OptionTable<StreamSbpiOptions>& stream_sbpi_options() {
  static const OptionTable<StreamSbpiOptions> table([] {
    std::vector<Option<StreamSbpiOptions>> all{
        option("theta", &StreamSbpiOptions::theta, {1, kLargestMargin},
               "patterns with 0 < x . W <= theta may be stabilised", "theta_m"),
        option("probability", &StreamSbpiOptions::probability, {0.0, 1.0},
               "probability of stabilising such a pattern", "p_s"),
        option("h_max", &StreamSbpiOptions::h_max, {1, kLargestHMax}, kHMaxMeaning)};
    append_options(all, learning_noise_options(), &StreamSbpiOptions::noise);
    return all;
  }());
  return table;
}

const OptionTable<StreamCprOptions>& stream_cpr_options() {
  static const OptionTable<StreamCprOptions> table([] {
    std::vector<Option<StreamCprOptions>> all{
        option("reinforcement", &StreamCprOptions::reinforcement, {0.0, 1000.0},
               "probability of reinforcing a synapse after a presentation, in units of sqrt(2 / (pi N)); 0: "
               "the clipped perceptron",
               "p_r sqrt(pi N / 2)"),
        option("h_max", &StreamCprOptions::h_max, {1, kLargestHMax}, kHMaxMeaning)};
    append_options(all, learning_noise_options(), &StreamCprOptions::noise);
    return all;
  }());
  return table;
}

std::span<const StreamRule> stream_rules() {
  static const std::vector<StreamRule> rules{
      stream_rule("sbpi", "stochastic belief propagation with integer hidden states", stream_sbpi_options()),
      stream_rule("cpr", "clipped perceptron with reinforcement", stream_cpr_options()),
  };
  return rules;
}

StreamLearner read_stream_learner(std::string_view text) {
  const Spec spec = parse_spec(text);
  return find_named(stream_rules(), &StreamRule::name, spec.name, "rules of online learning").read(spec);
}

}  // namespace bitbasin
