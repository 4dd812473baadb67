// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/network_walk.h"
#include "bitbasin/task/task_kind.h"
#include "bitbasin/task/train_keys.h"
#include "bitbasin/task/train_task.h"

namespace bitbasin {
namespace {

Json run_train(const TrainTask& task, RunControl& control) {
  const auto training = train_network(task, control);
  Json keys = Json::object();
  if (!training) return keys;  // stopped
  describe_training(*training, keys);
  describe_units(*training, keys);
  return keys;
}

struct WalkNetworkTask {
  TrainTask train;
  WalkOptions walk{.sweeps = 1, .points = 20};
};

const OptionTable<WalkNetworkTask>& walk_options() {
  static const OptionTable<WalkNetworkTask> table([] {
    std::vector<Option<WalkNetworkTask>> all;
    append_options(all, train_task_table(), &WalkNetworkTask::train);
    append_options(all, walk_option_table(), &WalkNetworkTask::walk);
    return all;
  }());
  return table;
}

void complete_walk(WalkNetworkTask& task) {
  complete(task.train);
}

Json run_walk(const WalkNetworkTask& task, RunControl& control) {
  const auto training = train_network(task.train, control);
  Json keys = Json::object();
  if (!training) return keys;  // stopped
  keys["train_errors"] = training->on_train().strict_errors;
  keys["solved"] = training->on_train().strict_errors == 0;
  keys["points"] = Json::array();
  if (training->on_train().strict_errors > 0) return keys;  // nowhere to walk
  const PatternsWithLabels learnt{training->train_patterns(), training->train_labels()};
  const PatternsWithLabels unseen{training->test_patterns(), training->test_labels()};
  walk_network(training->network(), learnt, unseen, task.walk, {task.train.seed, 1}, control, keys);
  return keys;
}

}  // namespace

TaskKind train_kind() {
  return make_kind("train", "train the committee array to classify images", 1, train_task_table(), complete,
                   no_algorithm, run_train);
}

TaskKind walk_network_kind() {
  return make_kind("walk network", "train a network, then walk over solutions from it", 1, walk_options(),
                   complete_walk, no_algorithm, run_walk);
}

}  // namespace bitbasin
