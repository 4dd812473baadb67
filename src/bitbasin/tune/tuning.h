// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/store/store.h"
#include "bitbasin/tune/candidate.h"
#include "bitbasin/tune/front.h"

namespace bitbasin {

struct TuningOptions {
  std::string size_limit = "1MB";
  std::int64_t candidates = 27;
  std::int64_t epochs = 180;
  std::optional<std::int64_t> brackets = {};
  std::optional<std::uint64_t> validation = {};
};
const OptionTable<TuningOptions>& tuning_options();

// A candidate that was trained.
struct Trial {
  Candidate candidate;
  TrainingOptions training;  // with the sizes that fit
  Scores scores;             // the error on the held-out images
};

// A search by successive halving (Jamieson and Talwalkar, AISTATS 2016). A bracket trains all its candidates
// for a ninth of the epochs, the better third of them for a third, and the better third of those for all; the
// order is that of front_after_front(). The candidates of the first bracket are the recipes and their
// neighbours; those of later brackets are neighbours of the front found so far. All trainings are tasks of a
// sweep. Their results alone decide what is run next, so a search that was stopped continues from its store.
class Tuning {
 public:
  Tuning(const TuningOptions& options, const std::string& dataset, const ImageSet& train, std::uint64_t seed);

  // What is running: the bracket, counted from 1, and the epochs of its trainings.
  struct Round {
    std::int64_t bracket = 0;
    std::int64_t epochs = 0;
    std::uint64_t done = 0;
    std::uint64_t trainings = 0;
  };
  // Runs until all brackets are done or `control` stops it. Trainings that failed are left out.
  void run(Store& store, int threads, RunControl& control,
           const std::function<void(const Round&)>& on_progress);

  // The front of those that were trained for the most epochs, the least error first.
  std::vector<Trial> front() const;

  std::uint64_t trainings() const { return trained_; }
  std::uint64_t failed() const { return failed_; }
  std::uint64_t known_before() const { return known_before_; }
  std::int64_t brackets() const { return brackets_; }  // that are complete

 private:
  std::vector<Candidate> candidates(std::int64_t bracket);
  bool is_new(const Candidate& candidate);
  // Appends those that were trained; false if some remain.
  bool train(const std::vector<Candidate>& candidates, const Round& round, Store& store, int threads,
             RunControl& control, const std::function<void(const Round&)>& on_progress,
             std::vector<Trial>& trials);

  TuningOptions options_;
  TrainingOptions shared_;
  SearchBounds bounds_;
  std::size_t train_images_;
  std::set<std::string> seen_;  // candidates, as the text of their training
  std::vector<Trial> trials_;
  std::uint64_t trained_ = 0, failed_ = 0, known_before_ = 0;
  std::int64_t brackets_ = 0;
};

}  // namespace bitbasin
