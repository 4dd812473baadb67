// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/version.h"
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
      voters_(options_of_voters(options_)),
      views_(parse_views(options_.views)),
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
  check(shape_of(t.options_, t.data_));  // before anything that takes time
  check_views_size(t.views_, t.data_.train.rows, t.data_.train.columns);
  if (found) {
    t.before_ = std::move(found->voters);
    t.curve_ = std::move(found->curve);
    t.train_votes_ = t.votes_before(t.data_.train, {});
    t.held_out_votes_ = t.votes_before(t.held_, t.views_);
  }
  if (t.voter() >= t.voters()) fail("expected a checkpoint of at most {} voters, got more", t.voters());
  t.on_rbm_ = on_rbm;
  if (!t.start_voter(std::move(found), control)) return nullptr;
  return training;
}

// Changes nothing if `control` stops it, except that the voter before has no copies any more.
bool Training::start_voter(std::optional<Checkpoint> found, RunControl& control) {
  TrainingOptions& options = voters_[voter()];
  const FeatureSpec spec = parse_feature_spec(options.features);
  FeatureMap features =
      found ? std::move(found->features)
            : fit_feature_map(spec, data_.train, data_.scaling, options.seed, threads_, control, on_rbm_);
  if (control.stop_reason() != StopReason::none) return false;
  const CommitteeShape shape = fitting_shape(options, features);
  // The copies of the voter before may take most of the memory.
  std::optional<TrainerState> before;
  if (trainer_) before = std::move(*trainer_).take_state();
  trainer_.reset();
  copies_ = {};
  if (spec.augment && !encode_copies(features, *spec.augment, options.seed, control)) {
    if (before) trainer_.emplace(train_set(), *std::move(before), voters_[voter() - 1], threads_);
    return false;
  }
  features_ = std::move(features);
  const FeatureEncoder encoder(features_);
  images_ = encoder.encode(data_.train, threads_);
  validation_ = encoder.encode(all_views(held_, views_, threads_), threads_);
  PatternSet set = train_set();
  if (spec.augment) {
    set.patterns = &copies_;
    set.products = products_ ? &*products_ : nullptr;
  }
  trainer_.emplace(set, found ? std::move(found->state) : start_training(shape, options.seed), options,
                   threads_);
  return true;
}

// All versions of the training images. Their products are made of the other bits whenever one is shown.
bool Training::encode_copies(FeatureMap features, const AugmentOptions& options, std::uint64_t seed,
                             RunControl& control) {
  products_.reset();
  if (const auto* products = std::get_if<BitProducts>(&features.parts.back())) {
    products_.emplace(*products);
    features.parts.pop_back();
  }
  const ImageSet versions = augmented(data_.train, options, seed, threads_, control);
  copies_ = FeatureEncoder(features).encode(versions, threads_, control);
  return copies_.rows() > 0;
}

// That of the options, for the features, shrunk to the size limit.
CommitteeShape Training::fitting_shape(TrainingOptions& options, const FeatureMap& features) {
  CommitteeShape shape = shape_of(options, data_);
  shape.inputs = features.outputs();
  shape.depth = features.depth;
  if (options.size_limit != kNoLimit) {
    TrainingRecord record = this->record();
    if (data_.test.size() > 0) record.confusion.resize(shape.labels * shape.labels);
    shrink_to_limit(options, shape, count_bytes({features, {}, std::move(record), {}, views_}));
    options_ = options;  // there is one voter, see resolve()
  }
  check(shape);
  return shape;
}

bool Training::run(RunControl& control, const std::function<void(const EpochPoint&)>& on_epoch) {
  const auto last = static_cast<std::uint64_t>(*options_.epochs);
  learnt_ = true;
  for (;;) {
    const bool learnt = run_training(*trainer_, last, held_out(), held_out_votes_, threads_, control,
                                     [&](const EpochPoint& point) {
                                       curve_.push_back(point);
                                       if (on_epoch) on_epoch(point);
                                     });
    learnt_ = learnt_ && learnt;
    if (control.stop_reason() != StopReason::none || voter() + 1 == voters()) return learnt_;
    const std::vector<int> on_train = sum_labels(network(), images_, threads_);
    const std::vector<int> on_held_out = sum_versions(network(), validation_, held_.size(), threads_);
    before_.push_back({features_, network()});
    if (!start_voter({}, control)) {
      before_.pop_back();  // it is still the one at hand
      return learnt_ = false;
    }
    add_votes(train_votes_, on_train);
    add_votes(held_out_votes_, on_held_out);
  }
}

// The sums of the voters that are trained; nothing if there are none.
std::vector<int> Training::votes_before(const ImageSet& images, const ImageViews& views) const {
  std::vector<int> sums;
  for (const Voter& voter : before_) {
    add_votes(sums, sum_views(voter.features, voter.network, views, images, threads_));
  }
  return sums;
}

void Training::evaluate_train() {
  std::vector<int> sums = train_votes_;
  add_votes(sums, sum_labels(network(), images_, threads_));
  on_train_ = evaluate(sums, data_.train.labels, network().shape.labels);
}

void Training::evaluate_test() {
  test_ = FeatureEncoder(features_).encode(data_.test, threads_);
  std::vector<int> sums = votes_before(data_.test, views_);
  add_votes(sums, sum_views(features_, network(), views_, data_.test, threads_));
  on_test_ = evaluate(sums, data_.test.labels, network().shape.labels);
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
  if (options_.flip > 0) record.options.emplace_back("flip", fmt::format("{}", *options_.flip));
  record.train_patterns = on_train_.patterns;
  record.train_errors = on_train_.strict_errors;
  record.test_patterns = on_test_.patterns;
  record.test_errors = on_test_.errors;
  record.confusion = on_test_.confusion;
  return record;
}

Model Training::model() const {
  if (before_.empty()) return {features_, network(), record(), {}, views_};
  std::vector<Voter> others(before_.begin() + 1, before_.end());
  others.push_back({features_, network()});
  return {before_[0].features, before_[0].network, record(), std::move(others), views_};
}

}  // namespace bitbasin
