// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/network/training/train.h"
#include "bitbasin/network/training/training_run.h"

namespace bitbasin::training_test {
namespace {

using testing::HasSubstr;

const DataSet& letters() {
  static const DataSet set = random_glyphs({5, 200, 60, 11, 3, 1}, 1);
  return set;
}

TrainingOptions options_of(const char* features, std::int64_t epochs) {
  return {.dataset = "letters", .features = features, .k1 = 5, .k2 = 20, .epochs = epochs, .seed = 3};
}

std::unique_ptr<Training> trained(const TrainingOptions& options, const DataSet& data = letters(),
                                  std::optional<Checkpoint> found = {}, int threads = 1) {
  RunControl control;
  auto training = Training::start(options, data, std::move(found), threads, control);
  training->run(control);
  return training;
}

TEST(Training, LearnsWhatATrainerLearns) {
  const TrainingOptions options = options_of("quantiles:3", 30);
  const auto training = trained(options);
  EXPECT_EQ(training->network().shape, (CommitteeShape{training->features().outputs(), 5, 20, 5, 1}));

  const ImageSet& images = letters().train;
  const BitMatrix patterns = FeatureEncoder(training->features()).encode(images, 1);
  Trainer trainer({&patterns, images.labels}, training->network().shape, options, 1);
  RunControl control;
  std::vector<EpochPoint> curve;
  EXPECT_EQ(run_training(trainer, 30, {}, {}, 1, control, [&](const EpochPoint& p) { curve.push_back(p); }),
            training->learnt());
  EXPECT_EQ(training->network(), trainer.network());
  EXPECT_EQ(training->curve(), curve);

  const std::vector<int> sums = sum_labels(trainer.network(), patterns, 2);
  for (std::size_t i = 0; i < patterns.rows(); ++i) {
    const std::vector<int> row(sums.begin() + static_cast<std::ptrdiff_t>(5 * i),
                               sums.begin() + static_cast<std::ptrdiff_t>(5 * i + 5));
    ASSERT_EQ(row, label_sums(trainer.network(), pattern(patterns, i, 1)));
  }
}

TEST(Training, InOneCall) {
  const TrainingOptions options = options_of("quantiles:3", 30);
  RunControl control;
  std::uint64_t epochs = 0;
  const auto model = train(options, letters(), 1, control, [&](const EpochPoint& p) { epochs = p.epoch; });
  ASSERT_TRUE(model);
  const auto training = trained(options);
  training->evaluate_train();
  training->evaluate_test();
  EXPECT_EQ(*model, training->model());
  EXPECT_EQ(model->record.epochs, epochs);
  std::atomic<bool> cancelled = true;
  RunControl stopped(RunLimits{.cancelled = &cancelled});
  EXPECT_FALSE(train(options_of("rbm:21", 30), letters(), 1, stopped));
}

TEST(Training, GoesOnFromTheBytesOfACheckpoint) {
  TrainingOptions options = options_of("threshold", 2);
  options.robustness = 4;
  options.reinforcement = 1e-3;
  options.growth = 1.1;
  const std::string bytes = format_checkpoint(trained(options)->checkpoint());
  ByteReader reader(bytes, "memory");
  options.epochs = 4;
  const auto rest = trained(options, letters(), parse_checkpoint(reader), 2);
  const auto whole = trained(options);
  EXPECT_EQ(rest->network(), whole->network());
  EXPECT_EQ(rest->curve(), whole->curve());
  EXPECT_EQ(rest->epoch(), 4u);
  EXPECT_EQ(rest->checkpoint().job, job_text(whole->options()));
}

TEST(Training, OtherImagesMayFollow) {
  const auto first = trained(options_of("threshold", 1));
  DataSet few = letters();
  few.train.pixels.resize(7 * few.train.inputs());
  few.train.labels.resize(7);
  const auto second = trained(options_of("threshold", 2), few, first->checkpoint());
  EXPECT_EQ(second->curve().back().counts.presentations, 7u);
  EXPECT_EQ(second->epoch(), 2u);
  EXPECT_EQ(second->features(), first->features());
}

TEST(Training, CopiesAreLearntToo) {
  const auto copies = trained(options_of("augment:2,threshold", 1));
  const auto plain = trained(options_of("threshold", 1));
  EXPECT_EQ(copies->curve().back().counts.presentations, 200u);
  EXPECT_FALSE(copies->network() == plain->network());
  EXPECT_EQ(copies->train_set().images(), 200u);
  EXPECT_EQ(copies->train_set().versions(), 1u);
}

TEST(Training, HoldsOutTheLastImages) {
  TrainingOptions options = options_of("threshold", 3);
  options.validation = 50;
  const auto training = trained(options);
  EXPECT_EQ(training->train_set().images(), 150u);
  ASSERT_EQ(training->held_out().images(), 50u);
  const std::vector<std::uint16_t>& labels = letters().train.labels;
  EXPECT_TRUE(std::ranges::equal(training->train_set().labels, std::span(labels).first(150)));
  EXPECT_TRUE(std::ranges::equal(training->held_out().labels, std::span(labels).last(50)));
  // The bits are those of the last images, and the error is that on them.
  const BitMatrix all = FeatureEncoder(training->features()).encode(letters().train, 1);
  std::size_t errors = 0;
  for (std::size_t i = 150; i < 200; ++i) {
    EXPECT_TRUE(std::ranges::equal(training->held_out().patterns->row(i - 150), all.row(i)));
    errors += best_label(label_sums(training->network(), pattern(all, i, 1))) != labels[i];
  }
  EXPECT_EQ(training->curve().back().validation_error, static_cast<double>(errors) / 50);
  // Held-out images are not used for anything else.
  DataSet shorter = letters();
  shorter.train.pixels.resize(150 * shorter.train.inputs());
  shorter.train.labels.resize(150);
  EXPECT_EQ(training->network(), trained(options_of("threshold", 3), shorter)->network());
  options.validation = 200;
  EXPECT_THAT(error_text([&] { trained(options); }),
              HasSubstr("to hold out fewer than the 200 training images"));
}

TEST(Training, VotersAreTrainedOneAfterTheOther) {
  TrainingOptions options = options_of("threshold+quantiles:1+threshold", 3);
  options.validation = 50;
  options.robustness = 2;
  const auto training = trained(options);
  EXPECT_EQ(training->voters(), 3u);
  EXPECT_EQ(training->curve().size(), 9u);
  training->evaluate_train();
  const Model model = training->model();
  ASSERT_EQ(model.others.size(), 2u);
  EXPECT_EQ(model.record.test_patterns, 0u);  // the test images stay unseen
  // The first is what it would be alone; the others have seeds of their own.
  TrainingOptions alone = options;
  alone.features = "threshold";
  EXPECT_EQ(model.network, trained(alone)->network());
  EXPECT_EQ(model.others[1].features, model.features);
  EXPECT_NE(model.others[1].network.outputs, model.network.outputs);
  // The errors are those of the vote.
  ImageSet held = letters().train;
  held.pixels.erase(held.pixels.begin(),
                    held.pixels.begin() + static_cast<std::ptrdiff_t>(150 * held.inputs()));
  const std::vector<std::uint16_t> labels(held.labels.begin() + 150, held.labels.end());
  const Evaluation vote = evaluate(sum_votes(model, held, 1), labels, 5);
  EXPECT_EQ(training->curve().back().validation_error, vote.error());
  const Evaluation single = evaluate(model.network, trained(alone)->held_out(), 1);
  EXPECT_EQ(training->curve()[2].validation_error, single.error());
}

TEST(Training, ValidatesAndTestsInAllViews) {
  TrainingOptions options = options_of("threshold+quantiles:1", 3);
  options.validation = 50;
  const auto plain = trained(options);
  options.views = "shifts,mirror";
  const auto training = trained(options);
  training->evaluate_train();
  training->evaluate_test();
  plain->evaluate_train();
  const Model model = training->model();
  EXPECT_EQ(model.views, (ImageViews{true, true}));
  EXPECT_EQ(model.network, plain->model().network);  // the training is the same
  EXPECT_EQ(model.others, plain->model().others);
  EXPECT_EQ(training->on_train().strict_errors, plain->on_train().strict_errors);
  ImageSet held = letters().train;
  held.pixels.erase(held.pixels.begin(),
                    held.pixels.begin() + static_cast<std::ptrdiff_t>(150 * held.inputs()));
  const std::vector<std::uint16_t> labels(held.labels.begin() + 150, held.labels.end());
  EXPECT_EQ(training->curve().back().validation_error,
            evaluate(sum_votes(model, held, 1), labels, 5).error());
  EXPECT_NE(training->curve().back().validation_error, plain->curve().back().validation_error);
  EXPECT_EQ(model.record.test_errors,
            evaluate(sum_votes(model, letters().test, 1), letters().test.labels, 5).errors);
  // A checkpoint goes on with the votes of all views.
  RunLimits limits;
  limits.work = 600;  // presentations, of 450 for each voter
  RunControl control(limits);
  const auto first = Training::start(options, letters(), {}, 1, control);
  EXPECT_FALSE(first->run(control));
  EXPECT_EQ(trained(options, letters(), first->checkpoint())->curve(), training->curve());
}

TEST(Training, GoesOnInTheMiddleOfVoters) {
  const TrainingOptions options = options_of("threshold+augment:1,quantiles:1+quantiles:3", 4);
  const auto whole = trained(options);
  for (const std::uint64_t work : {500, 1000, 1900}) {  // presentations, of 800 for each voter
    RunLimits limits;
    limits.work = work;
    RunControl control(limits);
    const auto first = Training::start(options, letters(), {}, 1, control);
    EXPECT_FALSE(first->run(control));
    const std::string bytes = format_checkpoint(first->checkpoint());
    ByteReader reader(bytes, "checkpoint");
    const auto rest = trained(options, letters(), parse_checkpoint(reader), 2);
    EXPECT_EQ(rest->model(), whole->model()) << work;
    EXPECT_EQ(rest->curve(), whole->curve()) << work;
  }
}

TEST(Training, AStopBetweenVotersLeavesTheFirst) {
  const TrainingOptions options = options_of("threshold+rbm:21", 2);
  RunLimits limits;
  limits.work = 400 + 100;  // enough for the first voter, not for the machine of the second
  RunControl control(limits);
  const auto training = Training::start(options, letters(), {}, 1, control);
  training->run(control);
  EXPECT_EQ(training->voter(), 0u);
  training->evaluate_train();
  EXPECT_EQ(training->model().network, trained(options_of("threshold", 2))->network());
  EXPECT_EQ(training->on_train().errors, evaluate(training->network(), training->train_set(), 1).errors);
}

TEST(Training, AStopWhileCopiesAreEncodedLeavesTheFirst) {
  const TrainingOptions options = options_of("augment:1,threshold,products+augment:1,threshold", 2);
  RunLimits limits;
  limits.work = 200 + 400 + 400 + 200 + 100;  // of the second voter, only the copies are made
  RunControl control(limits);
  const auto training = Training::start(options, letters(), {}, 1, control);
  EXPECT_FALSE(training->run(control));
  EXPECT_EQ(training->voter(), 0u);
  training->evaluate_train();
  EXPECT_EQ(training->model().network, trained(options_of("augment:1,threshold,products", 2))->network());
  EXPECT_EQ(training->on_train().errors, evaluate(training->network(), training->train_set(), 1).errors);
  EXPECT_EQ(trained(options, letters(), training->checkpoint())->model(), trained(options)->model());
}

TEST(Training, RecordsWhatItWas) {
  TrainingOptions options = options_of("threshold", 3);
  options.robustness = 2;
  const auto training = trained(options);
  training->evaluate_train();
  training->evaluate_test();
  const TrainingRecord record = training->model().record;
  EXPECT_EQ(record.data_set, "letters");
  EXPECT_EQ(record.seed, 3u);
  EXPECT_EQ(record.epochs, 3u);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"features", training->options().features},
      {"robustness", "2"},
      {"reinforcement", "2e-06"},
      {"growth", "1"}};
  EXPECT_EQ(record.options, expected);
  EXPECT_EQ(record.train_patterns, 200u);
  EXPECT_EQ(record.train_errors, evaluate(training->network(), training->train_set(), 1).strict_errors);
  EXPECT_EQ(record.test_patterns, 60u);
  EXPECT_EQ(record.test_errors, evaluate(training->network(), training->test_set(), 1).errors);
  options.flip = 0.125;
  EXPECT_EQ(trained(options)->model().record.options.back(),
            (std::pair<std::string, std::string>{"flip", "0.125"}));
}

TEST(Training, RefusesWhatCannotBeTrained) {
  TrainingOptions limited = options_of("threshold+quantiles:1", 1);
  limited.size_limit = "20KB";
  EXPECT_EQ(error_text([&] { trained(limited); }),
            "size_limit: expected the features of one voter, got those of 2");
  TrainingOptions even = options_of("threshold", 1);
  even.k1 = 4;
  EXPECT_THAT(error_text([&] { trained(even); }), HasSubstr("odd number of units per committee"));
  EXPECT_THAT(error_text([&] { trained(options_of("threshold", 1), DataSet{}); }),
              HasSubstr("expected training images, got none"));
}

}  // namespace
}  // namespace bitbasin::training_test
