// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/checkpoint.h"
#include "bitbasin/network/training/trainer.h"
#include "bitbasin/network/training/training_job.h"

namespace bitbasin {

// A training from images to a network: the features, the patterns made with them, and the trainer.
class Training {
 public:
  // Shown each Boltzmann machine that the features need, with the images that it has learned.
  using OnRbm = std::function<void(const Rbm&, const ImageSet&)>;

  // Learns the features and makes the patterns; a checkpoint of the same job has the features already, and
  // the training goes on from it. Null where `control` stops it meanwhile.
  static std::unique_ptr<Training> start(const TrainingJob& job, DataSet data,
                                         std::optional<Checkpoint> found, int threads, RunControl& control,
                                         const OnRbm& on_rbm = {});

  Training(const Training&) = delete;  // its parts point at each other
  Training& operator=(const Training&) = delete;

  // True: nothing is left to learn.
  bool run(RunControl& control, const std::function<void(const EpochPoint&)>& on_epoch = {});

  // Evaluates on the training images as they are, and on the test images: the only look at those.
  void evaluate_all();

  const TrainingJob& job() const { return job_; }
  const FeatureMap& features() const { return features_; }
  const CommitteeArray& network() const { return trainer_->network(); }
  std::uint64_t epoch() const { return trainer_->state().epoch; }
  const std::vector<EpochPoint>& curve() const { return curve_; }
  bool learnt() const { return learnt_; }
  bool has_validation() const { return validation_.rows() > 0; }
  Checkpoint checkpoint() const { return {job_.text(), features_, trainer_->state(), curve_}; }

  // After evaluate_all().
  const Evaluation& on_train() const { return on_train_; }
  const Evaluation& on_test() const { return on_test_; }
  Model model() const;

  // The images as they are, without deformed copies.
  const BitMatrix& train_patterns() const { return images_; }
  const BitMatrix& test_patterns() const { return test_; }  // after evaluate_all()
  const std::vector<std::uint16_t>& train_labels() const { return data_.train.labels; }
  const std::vector<std::uint16_t>& test_labels() const { return data_.test.labels; }

 private:
  Training(const TrainingJob& job, DataSet data, int threads);
  bool make_patterns(RunControl& control);

  TrainingJob job_;
  DataSet data_;
  ImageSet held_;
  int threads_;
  FeatureMap features_;
  BitMatrix copies_;  // all versions, where there are deformed ones
  BitMatrix images_, validation_, test_;
  std::optional<Trainer> trainer_;
  std::vector<EpochPoint> curve_;
  bool learnt_ = false;
  Evaluation on_train_, on_test_;
};

}  // namespace bitbasin
