// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training.h"

#include <algorithm>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/version.h"
#include "bitbasin/features/images/augment.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/network/training/size_limit.h"

namespace bitbasin {
namespace {

// Takes the last `count` images away from the set and returns them.
ImageSet hold_out(ImageSet& images, std::uint64_t count) {
  if (count >= images.size()) {
    fail("expected to hold out fewer than the {} training images, got {}", images.size(), count);
  }
  ImageSet held = images;
  const std::size_t kept = images.size() - count;
  held.pixels.assign(images.pixels.begin() + static_cast<std::ptrdiff_t>(kept * images.inputs()),
                     images.pixels.end());
  held.labels.assign(images.labels.begin() + static_cast<std::ptrdiff_t>(kept), images.labels.end());
  images.pixels.resize(kept * images.inputs());
  images.labels.resize(kept);
  return held;
}

CommitteeShape shape_of(const TrainingOptions& options, const DataSet& data) {
  const auto classes = static_cast<std::size_t>(std::max(data.train.classes, data.test.classes));
  return {1, static_cast<std::size_t>(*options.k1), static_cast<std::size_t>(*options.k2), classes};
}

}  // namespace

Training::Training(const TrainingOptions& options, DataSet data, int threads)
    : options_(resolve(options, data.train)),
      job_(job_text(options_)),
      data_(std::move(data)),
      threads_(threads) {
  if (options.validation > 0) held_ = hold_out(data_.train, options.validation);
}

std::unique_ptr<Training> Training::start(const TrainingOptions& options, DataSet data,
                                          std::optional<Checkpoint> found, int threads, RunControl& control,
                                          const OnRbm& on_rbm) {
  if (data.train.size() == 0) fail("expected training images, got none");
  std::unique_ptr<Training> training(new Training(options, std::move(data), threads));
  Training& t = *training;
  CommitteeShape shape = shape_of(t.options_, t.data_);
  check(shape);  // before anything that takes time
  t.features_ = found ? std::move(found->features)
                      : fit_feature_map(parse_feature_spec(t.options_.features), t.data_.train,
                                        t.data_.scaling, t.options_.seed, threads, control, on_rbm);
  shape.inputs = t.features_.outputs();
  shape.depth = t.features_.depth;
  if (t.options_.size_limit != kNoLimit) {
    TrainingRecord record = t.record();
    if (t.data_.test.size() > 0) record.confusion.resize(shape.labels * shape.labels);
    shrink_to_limit(t.options_, shape, count_bytes({t.features_, {}, std::move(record)}));
  }
  check(shape);
  if (control.stop_reason() != StopReason::none || !t.make_patterns(control)) return nullptr;
  PatternSet set = t.train_set();
  if (t.copies_.rows() > 0) set.patterns = &t.copies_;
  if (found) t.curve_ = std::move(found->curve);
  t.trainer_.emplace(set, found ? std::move(found->state) : start_training(shape, t.options_.seed),
                     t.options_, threads);
  return training;
}

bool Training::make_patterns(RunControl& control) {
  const FeatureEncoder encoder(features_);
  images_ = encoder.encode(data_.train, threads_);
  if (held_.size() > 0) validation_ = encoder.encode(held_, threads_);
  const FeatureSpec spec = parse_feature_spec(options_.features);
  if (!spec.augment) return true;
  const ImageSet copies = augmented(data_.train, *spec.augment, options_.seed, threads_, control);
  if (copies.size() == 0) return false;
  copies_ = encoder.encode(copies, threads_);
  return true;
}

bool Training::run(RunControl& control, const std::function<void(const EpochPoint&)>& on_epoch) {
  const auto last = static_cast<std::uint64_t>(*options_.epochs);
  learnt_ = run_training(*trainer_, last, held_out(), threads_, control, [&](const EpochPoint& point) {
    curve_.push_back(point);
    if (on_epoch) on_epoch(point);
  });
  return learnt_;
}

void Training::evaluate_all() {
  test_ = FeatureEncoder(features_).encode(data_.test, threads_);
  on_train_ = evaluate(network(), train_set(), threads_);
  on_test_ = evaluate(network(), test_set(), threads_);
}

TrainingRecord Training::record() const {
  TrainingRecord record;
  record.version = version();
  record.data_set = options_.dataset;
  record.seed = options_.seed;
  record.epochs = trainer_ ? epoch() : 0;
  for (const auto& [name, value] : chosen(options_, {"features", "robustness", "reinforcement", "growth"})) {
    record.options.emplace_back(name, to_text(value));
  }
  record.train_patterns = on_train_.patterns;
  record.train_errors = on_train_.strict_errors;
  record.test_patterns = on_test_.patterns;
  record.test_errors = on_test_.errors;
  record.confusion = on_test_.confusion;
  return record;
}

Model Training::model() const {
  return {features_, network(), record()};
}

}  // namespace bitbasin
