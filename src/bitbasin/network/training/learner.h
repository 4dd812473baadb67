// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/checkpoint.h"
#include "bitbasin/network/training/trainer.h"

namespace bitbasin {

// What a network is made of before it has seen anything.
struct LearnerSetup {
  FeatureSpec features;
  std::size_t k1 = 11;
  std::size_t k2 = 30;
  std::size_t labels = 2;
  std::uint64_t seed = 1;
};

// Learns the features of these images and starts a network with random weights behind them. A checkpoint
// without a job: all that is needed to go on.
Checkpoint start_learner(const LearnerSetup& setup, const ImageSet& images, const PixelScaling& scaling,
                         int threads, RunControl& control);

// Presents the images, with deformed copies where the spec asks for them, for so many epochs at most, and
// adds to the curve. They may be others than before: a network that has learnt for some epochs goes on with
// what it knows. True: nothing is left to learn.
bool learn(Checkpoint& learner, const LearnerSetup& setup, const TrainOptions& options,
           const ImageSet& images, std::uint64_t epochs, int threads, RunControl& control);

}  // namespace bitbasin
