// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bitbasin/network/classify.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin::training_run_test {
namespace {

const CommitteeShape kShape{101, 5, 20, 10};

struct Fixture {
  ToySet toy = toy_set(400, kShape.inputs, kShape.labels, 0.2, 5);
  PatternSet set = toy.set();
  TrainingOptions options;
  std::vector<EpochPoint> curve;

  bool run(Trainer& trainer, std::uint64_t epochs, const PatternSet& held_out = {}, RunLimits limits = {}) {
    RunControl control(limits);
    return run_training(trainer, epochs, held_out, {}, 1, control,
                        [this](const EpochPoint& point) { curve.push_back(point); });
  }
};

TEST(TrainingRun, EndsWhenThereIsNoErrorLeft) {
  Fixture f;
  Trainer trainer(f.set, kShape, f.options, 1);
  ASSERT_TRUE(f.run(trainer, 1000));
  EXPECT_LT(f.curve.size(), 1000u);
  EXPECT_EQ(evaluate(trainer.network(), f.set, 1).strict_errors, 0u);
  for (std::size_t e = 0; e < f.curve.size(); ++e) {
    EXPECT_EQ(f.curve[e].epoch, e + 1);
    EXPECT_EQ(f.curve[e].counts.presentations, 400u);
    EXPECT_FALSE(f.curve[e].validation_error);
  }
}

TEST(TrainingRun, GoesOnForMarginsWhereTheyAreAskedFor) {
  Fixture f;
  f.options.robustness = 6;
  Trainer trainer(f.set, kShape, f.options, 1);
  ASSERT_TRUE(f.run(trainer, 1000));
  EXPECT_EQ(f.curve.back().counts.signals, 0u);
  EXPECT_GE(evaluate(trainer.network(), f.set, 1).least_margin, 6);
}

TEST(TrainingRun, EndsAfterItsEpochsAndWatchesTheHeldOutPatterns) {
  Fixture f;
  Trainer trainer(f.set, kShape, f.options, 1);
  const ToySet fresh = toy_set(600, kShape.inputs, kShape.labels, 0.35, 5);
  EXPECT_FALSE(f.run(trainer, 1, fresh.set()));
  ASSERT_EQ(f.curve.size(), 1u);
  EXPECT_EQ(f.curve[0].validation_error, evaluate(trainer.network(), fresh.set(), 1).error());
}

TEST(TrainingRun, TellsHowFarItIs) {
  Fixture f;
  Trainer trainer(f.set, kShape, f.options, 1);
  const ToySet fresh = toy_set(600, kShape.inputs, kShape.labels, 0.35, 5);
  std::string first, last;
  std::uint64_t done = 0, total = 0;
  RunLimits limits;
  limits.clock = [now = 0.0]() mutable { return now += 1; };  // each report is due
  limits.on_progress = [&](const Progress& progress) {
    if (done == 0) first = progress.detail;
    last = progress.detail;
    done = progress.done;
    total = progress.total;
  };
  EXPECT_FALSE(f.run(trainer, 2, fresh.set(), limits));
  EXPECT_EQ(first, "");
  EXPECT_EQ(last, fmt::format("{} errors in epoch 1, validation {:.2f} %", f.curve[0].counts.errors,
                              100 * *f.curve[0].validation_error));
  EXPECT_EQ(done, 800u);
  EXPECT_EQ(total, 800u);
}

TEST(TrainingRun, DoesNotTakeOneEpochOfManyVersionsForAll) {
  Fixture f;
  // The four versions of an image must be of one class to be learnt at all: the first hundred, repeated.
  BitMatrix rows(400, kShape.inputs);
  for (std::size_t r = 0; r < 400; ++r) {
    std::ranges::copy(f.toy.patterns.row(r % 100), rows.row(r).begin());
  }
  const PatternSet repeated{&rows, std::span(f.toy.labels).first(100)};
  Trainer trainer(repeated, kShape, f.options, 1);
  EXPECT_FALSE(f.run(trainer, 60));
  EXPECT_EQ(f.curve.size(), 60u);
  EXPECT_EQ(f.curve.back().counts.signals, 0u);
}

TEST(TrainingRun, DoesNotTakeOneEpochOfFlippedBitsForAll) {
  Fixture f;
  f.options.flip = 0.01;
  Trainer trainer(f.set, kShape, f.options, 1);
  EXPECT_FALSE(f.run(trainer, 60));
  EXPECT_EQ(f.curve.size(), 60u);
  EXPECT_EQ(evaluate(trainer.network(), f.set, 1).strict_errors, 0u);
}

TEST(TrainingRun, StopsAtItsBudget) {
  Fixture f;
  Trainer trainer(f.set, kShape, f.options, 1);
  RunLimits limits;
  limits.work = 900;
  EXPECT_FALSE(f.run(trainer, 1000, {}, limits));
  EXPECT_EQ(f.curve.size(), 2u);
  EXPECT_EQ(trainer.state().epoch, 2u);
}

}  // namespace
}  // namespace bitbasin::training_run_test
