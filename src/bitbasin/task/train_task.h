// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/network/training/training.h"

namespace bitbasin {

// A training as a sweep writes it: every number is its own, none is a preset's.
struct TrainTask {
  std::string dataset = "mnist";
  std::string features = "patches:32";
  std::int64_t k1 = 11;
  std::int64_t k2 = 30;
  TrainOptions options;
  std::uint64_t epochs = 1000;
  std::uint64_t seed = 1;
};
const OptionTable<TrainTask>& train_task_table();

// Names every option of the features, and fails where the sizes cannot be used.
void complete(TrainTask& task);

// A training that has run and was evaluated. Null where `control` stopped it before there was anything.
std::unique_ptr<Training> train_network(const TrainTask& task, RunControl& control);

}  // namespace bitbasin
