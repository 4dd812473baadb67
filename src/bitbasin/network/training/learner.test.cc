// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/learner.h"

#include <gtest/gtest.h>

#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/training/training_run.h"

namespace bitbasin {
namespace {

const ImageSet& letters() {
  static const ImageSet set = random_glyphs({5, 200, 10, 11, 3, 1}, 1).train;
  return set;
}

LearnerSetup setup_of(const char* features) {
  return {parse_feature_spec(features), 5, 20, 5, 3};
}

TEST(Learner, LearnsWhatATrainerLearns) {
  RunControl control;
  const LearnerSetup setup = setup_of("quantiles:3");
  Checkpoint learner = start_learner(setup, letters(), {}, 1, control);
  EXPECT_EQ(learner.state.network.shape, (CommitteeShape{learner.features.outputs(), 5, 20, 5, 1}));
  const bool learnt = learn(learner, setup, {}, letters(), 30, 1, control);

  const BitMatrix patterns = FeatureEncoder(learner.features).encode(letters(), 1);
  const TrainingSet set{&patterns, letters().labels, 1};
  Trainer trainer(set, learner.state.network.shape, {}, 3, 1);
  std::vector<EpochPoint> curve;
  EXPECT_EQ(run_training(trainer, 30, {}, 1, control, [&](const EpochPoint& p) { curve.push_back(p); }),
            learnt);
  EXPECT_EQ(learner.state.network, trainer.network());
  EXPECT_EQ(learner.curve, curve);

  const std::vector<int> sums = sum_labels(trainer.network(), patterns, 2);
  for (std::size_t i = 0; i < patterns.rows(); ++i) {
    const std::vector<int> row(sums.begin() + static_cast<std::ptrdiff_t>(5 * i),
                               sums.begin() + static_cast<std::ptrdiff_t>(5 * i + 5));
    ASSERT_EQ(row, label_sums(trainer.network(), pattern(patterns, i, 1)));
  }
}

TEST(Learner, GoesOnFromItsBytes) {
  RunControl control;
  const LearnerSetup setup = setup_of("threshold");
  const TrainOptions options{.robustness = 4, .reinforcement = 1e-3, .growth = 1.1, .batch = {}};
  Checkpoint learner = start_learner(setup, letters(), {}, 1, control);
  learn(learner, setup, options, letters(), 2, 1, control);
  const std::string bytes = format_checkpoint(learner);
  ByteReader reader(bytes, "memory");
  Checkpoint copy = parse_checkpoint(reader);
  learn(learner, setup, options, letters(), 2, 1, control);
  learn(copy, setup, options, letters(), 2, 2, control);
  EXPECT_EQ(copy.state.network, learner.state.network);
  EXPECT_EQ(copy.curve, learner.curve);
  EXPECT_EQ(learner.state.epoch, 4u);
}

TEST(Learner, OtherImagesMayFollow) {
  RunControl control;
  const LearnerSetup setup = setup_of("threshold");
  Checkpoint learner = start_learner(setup, letters(), {}, 1, control);
  ImageSet few = letters();
  few.pixels.resize(7 * few.inputs());
  few.labels.resize(7);
  learn(learner, setup, {}, letters(), 1, 1, control);
  learn(learner, setup, {}, few, 1, 1, control);
  EXPECT_EQ(learner.curve.back().counts.presentations, 7u);
  EXPECT_EQ(learner.state.epoch, 2u);
}

TEST(Learner, CopiesAreLearntToo) {
  RunControl control;
  const LearnerSetup setup = setup_of("augment:2,threshold");
  Checkpoint learner = start_learner(setup, letters(), {}, 1, control);
  learn(learner, setup, {}, letters(), 1, 1, control);
  Checkpoint plain = start_learner(setup_of("threshold"), letters(), {}, 1, control);
  learn(plain, setup_of("threshold"), {}, letters(), 1, 1, control);
  EXPECT_EQ(learner.curve.back().counts.presentations, 200u);
  EXPECT_FALSE(learner.state.network == plain.state.network);
}

}  // namespace
}  // namespace bitbasin
