// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/sealed_file.h"
#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/trainer.h"
#include "bitbasin/network/training/training_run.h"

namespace bitbasin {

// A training that was stopped: resuming it gives the same weights as a training that was not.
struct Checkpoint {
  std::string job;  // everything that decides the result, as text
  FeatureMap features;
  TrainerState state;
  std::vector<EpochPoint> curve;
  std::vector<Voter> voters = {};  // that were trained before this one
};

inline constexpr SealedFormat kCheckpointFormat{"bitbasin-resume\n", "checkpoint", 1};

// As the bytes of a file.
std::string format_checkpoint(const Checkpoint& checkpoint);
Checkpoint parse_checkpoint(ByteReader& file);

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
Checkpoint read_checkpoint(const std::string& path);

}  // namespace bitbasin
