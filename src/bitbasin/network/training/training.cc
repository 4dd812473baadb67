// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training.h"

#include <algorithm>
#include <utility>

#include "bitbasin/features/images/augment.h"

namespace bitbasin {

Training::Training(const TrainingJob& job, DataSet data, int threads)
    : job_(job), data_(std::move(data)), threads_(threads) {
  if (job.validation > 0) held_ = hold_out(data_.train, job.validation);
}

std::unique_ptr<Training> Training::start(const TrainingJob& job, DataSet data,
                                          std::optional<Checkpoint> found, int threads, RunControl& control,
                                          const OnRbm& on_rbm) {
  const auto classes = static_cast<std::size_t>(std::max(data.train.classes, data.test.classes));
  CommitteeShape shape{1, static_cast<std::size_t>(job.k1), static_cast<std::size_t>(job.k2), classes};
  check(shape);  // before anything takes time
  std::unique_ptr<Training> training(new Training(job, std::move(data), threads));
  Training& t = *training;
  t.features_ = found ? std::move(found->features)
                      : fit_feature_map(job.feature_spec, t.data_.train, t.data_.scaling, job.seed, threads,
                                        control, on_rbm);
  shape.inputs = t.features_.outputs();
  shape.depth = t.features_.depth;
  check(shape);
  if (control.stop_reason() != StopReason::none || !t.make_patterns(control)) return nullptr;
  const TrainingSet set{t.copies_.rows() > 0 ? &t.copies_ : &t.images_, t.data_.train.labels, shape.depth};
  if (found) {
    t.curve_ = std::move(found->curve);
    t.trainer_.emplace(set, std::move(found->state), job.options, job.seed, threads);
  } else {
    t.trainer_.emplace(set, shape, job.options, job.seed, threads);
  }
  return training;
}

bool Training::make_patterns(RunControl& control) {
  const FeatureEncoder encoder(features_);
  images_ = encoder.encode(data_.train, threads_);
  if (held_.size() > 0) validation_ = encoder.encode(held_, threads_);
  if (!job_.feature_spec.augment) return true;
  const ImageSet copies = augmented(data_.train, *job_.feature_spec.augment, job_.seed, threads_, control);
  if (copies.size() == 0) return false;
  copies_ = encoder.encode(copies, threads_);
  return true;
}

bool Training::run(RunControl& control, const std::function<void(const EpochPoint&)>& on_epoch) {
  const HeldOut held_out{has_validation() ? &validation_ : nullptr, held_.labels};
  learnt_ = run_training(*trainer_, job_.epochs, held_out, threads_, control, [&](const EpochPoint& point) {
    curve_.push_back(point);
    if (on_epoch) on_epoch(point);
  });
  return learnt_;
}

void Training::evaluate_all() {
  test_ = FeatureEncoder(features_).encode(data_.test, threads_);
  on_train_ = evaluate(network(), images_, data_.train.labels, threads_);
  on_test_ = evaluate(network(), test_, data_.test.labels, threads_);
}

Model Training::model() const {
  TrainingRecord record;
  record.version = BITBASIN_VERSION;
  record.data_set = job_.data_set;
  record.seed = job_.seed;
  record.epochs = epoch();
  record.options = {{"features", job_.features}};
  for (const auto& [name, value] : echo(train_options(), job_.options)) {
    if (name != "batch") record.options.emplace_back(name, to_text(value));
  }
  record.train_patterns = on_train_.patterns;
  record.train_errors = on_train_.strict_errors;
  record.test_patterns = on_test_.patterns;
  record.test_errors = on_test_.errors;
  record.confusion = on_test_.confusion;
  return {features_, network(), std::move(record)};
}

}  // namespace bitbasin
