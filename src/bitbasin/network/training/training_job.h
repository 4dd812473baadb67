// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bitbasin/data/image_set.h"
#include "bitbasin/features/feature_spec.h"
#include "bitbasin/network/training/trainer.h"

namespace bitbasin {

// The flags of `train` that decide the result; what is not given comes from the preset.
struct TrainFlags {
  std::optional<std::int64_t> k1;
  std::optional<std::int64_t> k2;
  std::optional<std::int64_t> robustness;
  std::optional<double> reinforcement;
  std::optional<double> growth;
  std::optional<std::int64_t> epochs;
  std::uint64_t validation = 0;
  std::optional<std::int64_t> batch;
};
const OptionTable<TrainFlags>& train_flag_table();

// A training as it will be done.
struct TrainingJob {
  std::string data_set;
  std::string features;  // canonical
  FeatureSpec feature_spec;
  std::int64_t k1 = 0;
  std::int64_t k2 = 0;
  std::uint64_t epochs = 0;
  std::uint64_t validation = 0;
  std::uint64_t seed = 0;
  TrainOptions options;

  // Everything that decides the weights, so that a checkpoint is not gone on with as something else. The
  // number of epochs is no part of it: a training may be made longer.
  std::string text() const;
};
TrainingJob make_job(const std::string& data_set, const ImageSet& images, const std::string& preset,
                     const std::string& features, const TrainFlags& flags, std::uint64_t seed);

// Takes the last `count` images away from the set and returns them.
ImageSet hold_out(ImageSet& images, std::uint64_t count);

}  // namespace bitbasin
