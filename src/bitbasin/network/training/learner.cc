// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/learner.h"

#include <utility>

#include "bitbasin/features/images/augment.h"
#include "bitbasin/network/training/training_run.h"

namespace bitbasin {

Checkpoint start_learner(const LearnerSetup& setup, const ImageSet& images, const PixelScaling& scaling,
                         int threads, RunControl& control) {
  CommitteeShape shape{1, setup.k1, setup.k2, setup.labels};
  check(shape);  // before anything takes time
  Checkpoint learner;
  learner.features = fit_feature_map(setup.features, images, scaling, setup.seed, threads, control);
  shape.inputs = learner.features.outputs();
  shape.depth = learner.features.depth;
  learner.state = start_training(shape, setup.seed);
  return learner;
}

bool learn(Checkpoint& learner, const LearnerSetup& setup, const TrainOptions& options,
           const ImageSet& images, std::uint64_t epochs, int threads, RunControl& control) {
  const FeatureEncoder encoder(learner.features);
  BitMatrix patterns;
  if (setup.features.augment) {
    const ImageSet copies = augmented(images, *setup.features.augment, setup.seed, threads, control);
    if (copies.size() == 0) return false;  // stopped
    patterns = encoder.encode(copies, threads);
  } else {
    patterns = encoder.encode(images, threads);
  }
  const TrainingSet set{&patterns, images.labels, learner.features.depth};
  const std::uint64_t last = learner.state.epoch + epochs;
  Trainer trainer(set, std::move(learner.state), options, setup.seed, threads);
  const bool learnt = run_training(trainer, last, {}, threads, control,
                                   [&](const EpochPoint& point) { learner.curve.push_back(point); });
  learner.state = std::move(trainer).take_state();
  return learnt;
}

}  // namespace bitbasin
