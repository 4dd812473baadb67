// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/network/training/training.h"
#include "bitbasin/task/network_walk.h"
#include "bitbasin/task/task_kind.h"
#include "bitbasin/task/train_keys.h"

namespace bitbasin {
namespace {

// The options of every training and the seed, without the size of a batch, which affects only the speed.
const OptionTable<TrainingOptions>& train_parameters() {
  static const OptionTable<TrainingOptions> table([] {
    std::vector<Option<TrainingOptions>> all;
    for (const Option<TrainingOptions>& o : training_options()) {
      if (o.name != "batch") all.push_back(o);
    }
    all.push_back(
        option("seed", &TrainingOptions::seed, {0, kLargestSeed}, "of features, weights and order"));
    return all;
  }());
  return table;
}

// A task is defined before its images are read: `auto` features are the preset's, whatever the images.
void complete(TrainingOptions& options) {
  options = resolve(options);
}

// Every number of a row is written out, so that no later change of a preset can change what a stored row
// means: the preset that they come from is not part of it. Nor are a validation of 0, no limit to the size
// and no views, which older rows did not have. Labels of cells leave out the numbers of the preset that is
// the default.
TaskKind without_preset(TaskKind kind) {
  const auto full = std::move(kind.canonical);
  const Json defaults = full({}).parameters;
  for (OptionRow& row : kind.parameters) {
    const Json& value = defaults.at(row.name);
    if (value.is_number_integer()) row.default_text = value.dump();
    if (value.is_number_float()) row.default_text = fmt::format("{}", value.get<double>());
  }
  kind.canonical = [full](const Parameters& given) {
    CanonicalParameters all = full(given);
    all.parameters.erase("preset");
    if (all.parameters.at("validation") == 0) all.parameters.erase("validation");
    if (all.parameters.at("size_limit") == kNoLimit) all.parameters.erase("size_limit");
    if (all.parameters.at("flip") == 0) all.parameters.erase("flip");
    if (all.parameters.at("views") == kNoViews) all.parameters.erase("views");
    return all;
  };
  return kind;
}

// A finished training, evaluated on the test images unless others are held out to choose by. Null if
// `control` stopped it before there was a network.
std::unique_ptr<Training> train(const TrainingOptions& options, RunControl& control) {
  auto training = Training::start(options, load_data_set(options.dataset), {}, 1, control);
  if (!training) return nullptr;
  training->run(control);
  training->evaluate_train();
  if (options.validation == 0) training->evaluate_test();
  return training;
}

Json run_train(const TrainingOptions& options, RunControl& control) {
  const auto training = train(options, control);
  Json keys = Json::object();
  if (!training) return keys;  // stopped
  describe_training(*training, keys);
  describe_units(*training, keys);
  return keys;
}

struct NetworkWalkParameters {
  TrainingOptions training;
  WalkOptions walk{.sweeps = 1, .points = 20};
};

const OptionTable<NetworkWalkParameters>& walk_parameters() {
  static const OptionTable<NetworkWalkParameters> table([] {
    std::vector<Option<NetworkWalkParameters>> all;
    append_options(all, train_parameters(), &NetworkWalkParameters::training);
    append_options(all, walk_option_table(), &NetworkWalkParameters::walk);
    return all;
  }());
  return table;
}

void complete_walk(NetworkWalkParameters& parameters) {
  complete(parameters.training);
  if (const std::size_t voters = options_of_voters(parameters.training).size(); voters > 1) {
    fail("features: expected those of one network to walk from, got those of {} voters", voters);
  }
  if (parameters.training.views != kNoViews) {
    fail("views: expected none for a walk, got {}", parameters.training.views);
  }
}

Json run_walk(const NetworkWalkParameters& parameters, RunControl& control) {
  const auto training = train(parameters.training, control);
  Json keys = Json::object();
  if (!training) return keys;  // stopped
  keys["train_errors"] = training->on_train().strict_errors;
  keys["solved"] = training->on_train().strict_errors == 0;
  keys["points"] = Json::array();
  if (training->on_train().strict_errors > 0) return keys;  // nowhere to walk
  if (parameters.training.validation > 0) training->evaluate_test();
  walk_network(training->network(), training->train_set(), training->test_set(), parameters.walk,
               {parameters.training.seed, 1}, control, keys);
  return keys;
}

}  // namespace

TaskKind train_kind() {
  return without_preset(make_kind("train", "train the committee array to classify images", 1,
                                  train_parameters(), complete, no_algorithm, run_train));
}

TaskKind walk_network_kind() {
  return without_preset(make_kind("walk network", "train a network, then walk over solutions from it", 1,
                                  walk_parameters(), complete_walk, no_algorithm, run_walk));
}

}  // namespace bitbasin
