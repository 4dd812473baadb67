// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/train_task.h"

#include "bitbasin/data/data_sets.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {

const OptionTable<TrainTask>& train_task_table() {
  static const OptionTable<TrainTask> table([] {
    std::vector<Option<TrainTask>> all;
    all.push_back(text_option("dataset", &TrainTask::dataset, "name or folder",
                              "mnist, fashion, or a folder of IDX or NPY files"));
    all.push_back(
        text_option("features", &TrainTask::features, "stages joined by commas", "how images become bits"));
    all.push_back(option("k1", &TrainTask::k1, {1, 1021}, "perceptrons in a committee, odd", "K1"));
    all.push_back(option("k2", &TrainTask::k2, {1, 1 << 20}, "committees", "K2"));
    std::vector<Option<TrainTask>> rule;
    append_options(rule, train_options(), &TrainTask::options);
    // The size of a batch decides nothing but the speed.
    for (Option<TrainTask>& o : rule) {
      if (o.name != "batch") all.push_back(std::move(o));
    }
    all.push_back(option("epochs", &TrainTask::epochs, {1, 1000000}, "presentations of every image at most"));
    all.push_back(option("seed", &TrainTask::seed, {0, kLargestSeed}, "of features, weights and order"));
    return all;
  }());
  return table;
}

void complete(TrainTask& task) {
  task.features = to_string(parse_feature_spec(task.features));
  // The number of inputs and labels is known from the images only: any that can be used.
  check(CommitteeShape{1, static_cast<std::size_t>(task.k1), static_cast<std::size_t>(task.k2), 2});
}

std::unique_ptr<Training> train_network(const TrainTask& task, RunControl& control) {
  TrainingJob job;
  job.data_set = task.dataset;
  job.feature_spec = parse_feature_spec(task.features);
  job.features = to_string(job.feature_spec);
  job.k1 = task.k1;
  job.k2 = task.k2;
  job.epochs = task.epochs;
  job.seed = task.seed;
  job.options = task.options;
  auto training = Training::start(job, load_data_set(task.dataset), {}, 1, control);
  if (!training) return nullptr;
  training->run(control);
  training->evaluate_all();
  return training;
}

}  // namespace bitbasin
