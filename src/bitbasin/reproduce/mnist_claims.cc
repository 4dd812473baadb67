// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/mnist_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/base/statistics.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/presets.h"
#include "bitbasin/network/solution_space.h"
#include "bitbasin/network/training_run.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/search/walk.h"

namespace bitbasin {
namespace {

struct Trained {
  CommitteeArray network;
  BitMatrix train, test;
  Evaluation on_train, on_test;
};

Trained train_preset(const DataSet& data, const TrainPreset& preset, const std::string& features,
                     std::uint64_t seed, int threads, RunControl& control) {
  const FeatureMap map =
      fit_feature_map(parse_feature_spec(features), data.train, data.scaling, seed, threads, control);
  const FeatureEncoder encoder(map);
  Trained result;
  result.train = encoder.encode(data.train, threads);
  result.test = encoder.encode(data.test, threads);
  const CommitteeShape shape{map.outputs(), static_cast<std::size_t>(preset.k1),
                             static_cast<std::size_t>(preset.k2),
                             static_cast<std::size_t>(data.train.classes), map.depth};
  const TrainingSet set{&result.train, data.train.labels, map.depth};
  Trainer trainer(set, shape, preset.options, seed, threads);
  run_training(trainer, static_cast<std::uint64_t>(preset.epochs), {}, threads, control,
               [](const EpochPoint&) {});
  result.network = trainer.network();
  result.on_train = evaluate(result.network, result.train, data.train.labels, threads);
  result.on_test = evaluate(result.network, result.test, data.test.labels, threads);
  return result;
}

// Nothing, and the reason in `missing`, where the data set is not there.
std::optional<DataSet> load_mnist(ClaimResult& missing) {
  try {
    return load_data_set("mnist");
  } catch (const Error&) {
    missing = {Verdict::not_run, "no data: bitbasin data fetch mnist", {}};
    return {};
  }
}

const TrainPreset& preset_named(std::string_view name) {
  return find_named(train_presets(), &TrainPreset::name, name, "presets");
}

// Errors of some networks together.
struct Errors {
  std::size_t train = 0;
  std::size_t test = 0;
  std::size_t patterns = 0;
  double percent() const { return 100 * static_cast<double>(test) / static_cast<double>(patterns); }
  Interval interval() const { return wilson_interval(test, patterns); }
  // The error rate is taken for the paper's where its 95 percent interval reaches down to it.
  bool as_good_as(double paper) const { return 100 * interval().low <= paper; }
};

// The paper used the units of a Boltzmann machine and says that it matters little. Here it matters: the claim
// is measured with such units, and with patches.
ClaimResult measure_error(const char* name, double paper, bool without_training_errors,
                          const ClaimSetup& setup, RunControl& control) {
  ClaimResult result;
  const auto data = load_mnist(result);
  if (!data) return result;
  const TrainPreset& preset = preset_named(name);
  const std::uint64_t seeds = setup.profile == Profile::quick ? 1 : 3;
  const auto measure = [&](const std::string& features) {
    Errors errors;
    for (std::uint64_t s = 0; s < seeds && control.stop_reason() == StopReason::none; ++s) {
      const Trained trained = train_preset(*data, preset, features, setup.seed + s, setup.threads, control);
      errors.train += trained.on_train.strict_errors;
      errors.test += trained.on_test.errors;
      errors.patterns += data->test.size();
    }
    return errors;
  };
  const Errors machine = measure("rbm:501");
  const Errors patches = measure(preset.features);
  if (control.stop_reason() != StopReason::none) return {Verdict::not_run, "stopped in training", {}};
  const auto holds = [&](const Errors& errors) {
    return errors.as_good_as(paper) && (!without_training_errors || errors.train == 0);
  };
  const Verdict verdict = holds(machine)   ? Verdict::reproduced
                          : holds(patches) ? Verdict::partly
                                           : Verdict::not_reproduced;
  return {verdict,
          fmt::format("test {:.2f} %, {} training errors ({}); {:.2f} %, {} (rbm:501)", patches.percent(),
                      patches.train, preset.features, machine.percent(), machine.train),
          std::pair{100 * patches.interval().low, 100 * patches.interval().high}};
}

}  // namespace

ClaimResult measure_mnist_small(const ClaimSetup& setup, RunControl& control) {
  return measure_error("small", 2.4, true, setup, control);
}

ClaimResult measure_mnist_large(const ClaimSetup& setup, RunControl& control) {
  return measure_error("paper", 1.25, false, setup, control);
}

ClaimResult measure_network_walk(const ClaimSetup& setup, RunControl& control) {
  ClaimResult result;
  const auto data = load_mnist(result);
  if (!data) return result;
  const TrainPreset& preset = preset_named("small");
  const Trained start = train_preset(*data, preset, preset.features, setup.seed, setup.threads, control);
  if (control.stop_reason() != StopReason::none) return {Verdict::not_run, "stopped", {}};
  if (start.on_train.strict_errors > 0) {
    return {Verdict::not_run, fmt::format("{} training errors", start.on_train.strict_errors), {}};
  }
  SolutionSpace space(start.network, start.train, data->train.labels);
  const auto times = walk_times(space.variables(), setup.profile == Profile::quick ? 0.5 : 1, 8);
  Stream stream(setup.seed, purpose("walk"));
  std::vector<WalkPoint> points;
  std::vector<double> errors;
  walk(space, times, stream, control, [&](const WalkPoint& point) {
    points.push_back(point);
    errors.push_back(evaluate(space.network(), start.test, data->test.labels, setup.threads).error());
  });
  if (points.size() < times.size()) return {Verdict::not_run, "stopped", {}};
  const bool density_falls = std::ranges::is_sorted(
      points, [](const WalkPoint& a, const WalkPoint& b) { return a.density > b.density; });
  // Error rates are compared over the whole walk: steps of a tenth of a percent are noise.
  const bool error_grows = errors.back() > errors.front();
  return {density_falls && error_grows   ? Verdict::reproduced
          : density_falls || error_grows ? Verdict::partly
                                         : Verdict::not_reproduced,
          fmt::format("density {:.2f} to {:.2f}, test {:.2f} to {:.2f} % at distance {:.3f}",
                      points.front().density, points.back().density, 100 * errors.front(),
                      100 * errors.back(), points.back().distance),
          {}};
}

}  // namespace bitbasin
