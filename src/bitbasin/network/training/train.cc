// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/train.h"

#include <utility>

#include "bitbasin/network/training/training.h"

namespace bitbasin {

std::optional<Model> train(const TrainingOptions& options, DataSet data, int threads, RunControl& control,
                           const std::function<void(const EpochPoint&)>& on_epoch) {
  const auto training = Training::start(options, std::move(data), {}, threads, control);
  if (!training) return {};
  training->run(control, on_epoch);
  training->evaluate_train();
  if (options.validation == 0) training->evaluate_test();
  return training->model();
}

}  // namespace bitbasin
