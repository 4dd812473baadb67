// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/tuning.h"

#include <algorithm>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parse_bytes.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/sweep/sweep_run.h"
#include "bitbasin/task/task.h"
#include "bitbasin/tune/prediction_work.h"

namespace bitbasin {
namespace {

constexpr std::int64_t kRounds = 3;  // of a bracket
constexpr std::int64_t kFactor = 3;  // fewer candidates and more epochs from round to round

std::int64_t epochs_of(std::int64_t round, std::int64_t epochs) {
  for (; round + 1 < kRounds; ++round) epochs /= kFactor;
  return std::max<std::int64_t>(1, epochs);
}

Task task_of(const TrainingOptions& training) {
  Parameters parameters;
  const TaskKind& kind = task_kind("train");
  for (const auto& [name, value] : echo(training_options(), training)) {
    if (kind.has(name)) parameters.emplace_back(name, to_text(value));
  }
  parameters.emplace_back("seed", std::to_string(training.seed));
  return make_task(kind, parameters);
}

// From the keys of a finished training.
Trial trial_of(const Candidate& candidate, TrainingOptions training, const Json& result,
               const SearchBounds& bounds) {
  training.k1 = result.at("k1").get<std::int64_t>();
  training.k2 = result.at("k2").get<std::int64_t>();
  training.robustness = result.at("robustness").get<std::int64_t>();
  const CommitteeShape shape{.inputs = result.at("n").get<std::size_t>(),
                             .units = static_cast<std::size_t>(*training.k1),
                             .committees = static_cast<std::size_t>(*training.k2),
                             .depth = result.at("depth").get<std::size_t>()};
  const std::size_t bytes = result.at("model_bytes").get<std::size_t>() + seal(kModelFormat, {}).size();
  return {candidate, training,
          Scores{result.at("validation_error").get<double>(), static_cast<double>(bytes),
                 prediction_work(candidate.features, bounds.rows, bounds.columns, shape)}};
}

std::vector<Scores> scores_of(const std::vector<Trial>& trials) {
  std::vector<Scores> scores;
  for (const Trial& trial : trials) scores.push_back(trial.scores);
  return scores;
}

}  // namespace

const OptionTable<TuningOptions>& tuning_options() {
  using O = TuningOptions;
  static const OptionTable<O> table{
      text_option("size_limit", &O::size_limit, "size such as 20KB or 125KiB", "largest model file"),
      option("candidates", &O::candidates, {1, 10000}, "trainings that a bracket starts with"),
      option("epochs", &O::epochs, {1, 1000000}, "epochs of the longest trainings"),
      option("brackets", &O::brackets, {1, 10000}, "brackets to run; auto: until the time is over"),
      option("validation", &O::validation, {1},
             "number of training images, from the end, to hold out and choose by; auto: a sixth of them"),
  };
  return table;
}

Tuning::Tuning(const TuningOptions& options, const std::string& dataset, const ImageSet& train,
               std::uint64_t seed)
    : options_(options) {
  const std::uint64_t validation = options.validation.value_or(train.size() / 6);
  if (validation == 0 || validation >= train.size()) {
    fail("expected to hold out fewer than the {} training images, and at least one, got {}", train.size(),
         validation);
  }
  shared_.dataset = dataset;
  shared_.size_limit = options.size_limit;
  shared_.validation = validation;
  shared_.seed = seed;
  bounds_ = {train.rows, train.columns, parse_bytes("size_limit", options.size_limit)};
  train_images_ = train.size() - validation;
}

bool Tuning::is_new(const Candidate& candidate) {
  return seen_.insert(job_text(training_of(candidate, shared_, options_.epochs, train_images_))).second;
}

std::vector<Candidate> Tuning::candidates(std::int64_t bracket) {
  std::vector<Candidate> parents;
  for (const Trial& trial : front()) parents.push_back(trial.candidate);
  if (parents.empty()) parents = first_candidates(bounds_);
  if (parents.empty()) {
    fail("expected a size limit with room for some features, got {} bytes", bounds_.size_limit);
  }
  std::vector<Candidate> all;
  const auto wanted = static_cast<std::size_t>(options_.candidates);
  if (bracket == 1) {
    all = parents;
    all.resize(std::min(all.size(), wanted));
    for (const Candidate& candidate : all) is_new(candidate);
  }
  Stream stream(shared_.seed, purpose("tune.candidates"), static_cast<std::uint64_t>(bracket));
  const std::size_t tries = 100 * wanted;
  for (std::size_t i = 0; i < tries && all.size() < wanted; ++i) {
    const Candidate next = neighbour(parents[i % parents.size()], bounds_, stream);
    if (is_new(next)) all.push_back(next);
  }
  return all;
}

bool Tuning::train(const std::vector<Candidate>& candidates, const Round& round, Store& store, int threads,
                   RunControl& control, const std::function<void(const Round&)>& on_progress,
                   std::vector<Trial>& trials) {
  SweepPlan plan;
  plan.file = "tune " + shared_.dataset;
  plan.seed = shared_.seed;
  std::vector<TrainingOptions> trainings;
  for (const Candidate& candidate : candidates) {
    trainings.push_back(training_of(candidate, shared_, round.epochs, train_images_));
    plan.cells.push_back(make_cell(task_of(trainings.back()), 1));
  }
  SweepSetup setup{.threads = threads};
  setup.on_progress = [&](const Scheduler& scheduler) {
    on_progress({round.bracket, round.epochs, scheduler.done() + scheduler.failed(), scheduler.tasks()});
  };
  const SweepEnd end = run_sweep(plan, store, setup, control);
  trained_ += end.done;
  failed_ += end.failed;
  known_before_ += end.known_before;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const std::optional<std::string> text = store.result_of(identity(plan.cells[c].task));
    if (text) trials.push_back(trial_of(candidates[c], trainings[c], Json::parse(*text).value(), bounds_));
  }
  trials_.insert(trials_.end(), trials.begin(), trials.end());
  return end.remaining == 0;
}

void Tuning::run(Store& store, int threads, RunControl& control,
                 const std::function<void(const Round&)>& on_progress) {
  const std::int64_t brackets = options_.brackets.value_or(10000);
  for (; brackets_ < brackets; ++brackets_) {
    std::vector<Candidate> rest = candidates(brackets_ + 1);
    if (rest.empty()) return;  // all neighbours are known
    for (std::int64_t r = 0; r < kRounds && !rest.empty(); ++r) {
      const Round round{brackets_ + 1, epochs_of(r, options_.epochs), 0, 0};
      std::vector<Trial> trials;
      // What is in the store counts even if there is no time left.
      if (!train(rest, round, store, threads, control, on_progress, trials)) return;
      const std::vector<std::size_t> order = front_after_front(scores_of(trials));
      const std::size_t kept = (trials.size() + kFactor - 1) / kFactor;
      rest.clear();
      for (std::size_t i = 0; i < kept; ++i) rest.push_back(trials[order[i]].candidate);
    }
  }
}

std::vector<Trial> Tuning::front() const {
  std::int64_t longest = 0;
  for (const Trial& trial : trials_) longest = std::max(longest, *trial.training.epochs);
  std::vector<Trial> long_ones;
  for (const Trial& trial : trials_) {
    if (trial.training.epochs == longest) long_ones.push_back(trial);
  }
  std::vector<Trial> best;
  for (const std::size_t i : bitbasin::front(scores_of(long_ones))) best.push_back(long_ones[i]);
  return best;
}

}  // namespace bitbasin
