// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/images/augment.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/checkpoint.h"
#include "bitbasin/network/training/trainer.h"
#include "bitbasin/network/training/training_options.h"

namespace bitbasin {

// A training from images to a network: the features, the patterns made with them, and the trainer. Voters are
// trained one after the other; what follows is then of the one at hand unless said otherwise.
class Training {
 public:
  // Called with each Boltzmann machine that the features need and the images that it has learned.
  using OnRbm = std::function<void(const Rbm&, const ImageSet&)>;

  // Learns the features and makes the patterns, of which the last `validation` are held out. A checkpoint
  // already has features and weights, and the training continues from them: with the same options and images
  // it ends with the weights of a training that was not stopped; with other images it starts from what the
  // network knows. Returns null if `control` stops it meanwhile.
  static std::unique_ptr<Training> start(const TrainingOptions& options, DataSet data,
                                         std::optional<Checkpoint> found, int threads, RunControl& control,
                                         const OnRbm& on_rbm = {});

  Training(const Training&) = delete;  // its parts point at each other
  Training& operator=(const Training&) = delete;

  // Runs until the last of the epochs, including those before a checkpoint, of the last voter. Returns true
  // if nothing was left to learn for any of them.
  bool run(RunControl& control, const std::function<void(const EpochPoint&)>& on_epoch = {});

  // The vote on the training images, as they are, and on all views of the test images; nothing else uses
  // those.
  void evaluate_train();
  void evaluate_test();

  const TrainingOptions& options() const { return options_; }  // resolved, and shrunk to the size limit
  const FeatureMap& features() const { return features_; }
  const CommitteeArray& network() const { return trainer_->network(); }
  std::uint64_t epoch() const { return trainer_->state().epoch; }
  const std::vector<EpochPoint>& curve() const { return curve_; }
  bool learnt() const { return learnt_; }
  Checkpoint checkpoint() const { return {job_, features_, trainer_->state(), curve_, before_}; }
  std::size_t voter() const { return before_.size(); }
  std::size_t voters() const { return voters_.size(); }

  // After evaluate_train() and evaluate_test(); no patterns otherwise.
  const Evaluation& on_train() const { return on_train_; }
  const Evaluation& on_test() const { return on_test_; }
  Model model() const;

  // The training images as they are, without deformed copies; those held out, in all views; the test images,
  // after evaluate_test().
  PatternSet train_set() const { return {&images_, data_.train.labels, features_.depth}; }
  PatternSet held_out() const { return {&validation_, held_.labels, features_.depth}; }
  PatternSet test_set() const { return {&test_, data_.test.labels, features_.depth}; }

 private:
  Training(const TrainingOptions& options, DataSet data, int threads);
  bool start_voter(std::optional<Checkpoint> found, RunControl& control);
  bool encode_copies(FeatureMap features, const AugmentOptions& options, std::uint64_t seed,
                     RunControl& control);
  CommitteeShape fitting_shape(TrainingOptions& options, const FeatureMap& features);
  std::vector<int> votes_before(const ImageSet& images, const ImageViews& views) const;
  TrainingRecord record() const;

  TrainingOptions options_;
  std::vector<TrainingOptions> voters_;
  ImageViews views_;
  std::string job_;  // the options as they were before they were shrunk
  DataSet data_;
  ImageSet held_;
  int threads_;
  FeatureMap features_;
  BitMatrix copies_;  // all versions, if there are deformed ones, without their products
  std::optional<PackedBitProducts> products_;  // of those
  BitMatrix images_, validation_, test_;
  std::optional<Trainer> trainer_;
  std::vector<Voter> before_;                      // the voters that are trained
  std::vector<int> train_votes_, held_out_votes_;  // their sums on the images
  OnRbm on_rbm_;
  std::vector<EpochPoint> curve_;
  bool learnt_ = false;
  Evaluation on_train_, on_test_;
};

}  // namespace bitbasin
