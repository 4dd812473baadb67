// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_train.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/cmd/training_job.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/features/augment.h"
#include "bitbasin/features/patch_figure.h"
#include "bitbasin/features/rbm_figure.h"
#include "bitbasin/network/checkpoint.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/presets.h"

namespace bitbasin {
namespace {

struct CheckpointFlags {
  std::uint64_t checkpoint_every = 10;
};
const OptionTable<CheckpointFlags>& checkpoint_flag_table() {
  static const OptionTable<CheckpointFlags> table{
      option("checkpoint_every", &CheckpointFlags::checkpoint_every, {1, 1000000},
             "epochs from one checkpoint to the next"),
  };
  return table;
}

struct Train {
  std::string data_set;
  std::string preset = "small";
  std::string features;
  std::string save;
  std::string checkpoint;
  std::string figure;
  TrainFlags flags;
  CheckpointFlags checkpoints;
};

// The patterns that are learnt, and those that are only looked at.
struct Patterns {
  BitMatrix train;   // all versions
  BitMatrix images;  // the images as they are
  BitMatrix validation;
};

Patterns encode(const TrainingJob& job, const FeatureMap& map, const ImageSet& train,
                const ImageSet& validation, Session& session, RunControl& control) {
  const FeatureEncoder encoder(map);
  Patterns patterns;
  patterns.images = encoder.encode(train, session.threads());
  if (validation.size() > 0) patterns.validation = encoder.encode(validation, session.threads());
  if (job.feature_spec.augment) {
    const ImageSet copies = augmented(train, *job.feature_spec.augment, job.seed, session.threads(), control);
    if (copies.size() == 0) throw Stopped{control.stop_reason()};
    patterns.train = encoder.encode(copies, session.threads());
  }
  return patterns;
}

void print_epoch(const EpochPoint& point, Session& session) {
  const std::string validation =
      point.validation_error ? fmt::format("{:11.2f} %", 100 * *point.validation_error) : "";
  session.output.note("{:6} {:9} {:9} {:10}{}", point.epoch, point.counts.errors, point.counts.signals,
                      point.counts.updates, validation);
}

Json to_json(const std::vector<EpochPoint>& curve) {
  Json points = Json::array();
  for (const EpochPoint& p : curve) {
    Json point = {{"epoch", p.epoch},
                  {"errors", p.counts.errors},
                  {"signals", p.counts.signals},
                  {"updates", p.counts.updates}};
    if (p.validation_error) point["validation_error"] = *p.validation_error;
    points.push_back(std::move(point));
  }
  return points;
}

// Some twenty lines whatever the number of epochs.
bool worth_a_line(std::uint64_t epoch, std::uint64_t epochs) {
  const std::uint64_t step = std::max<std::uint64_t>(1, epochs / 20);
  return epoch == 1 || epoch % step == 0;
}

// The checkpoint of this job, if there is one.
std::optional<Checkpoint> find_checkpoint(const std::string& path, const TrainingJob& job) {
  if (path.empty() || !std::filesystem::exists(path)) return {};
  Checkpoint checkpoint = read_checkpoint(path);
  if (checkpoint.job != job.text()) {
    fail("{}: expected a checkpoint of this training ({}) but it is of another ({})", path, job.text(),
         checkpoint.job);
  }
  return checkpoint;
}

template <class Stage>
bool has_stage(const FeatureSpec& spec) {
  return std::ranges::any_of(spec.bits,
                             [](const auto& stage) { return std::holds_alternative<Stage>(stage); });
}

// Learns the features, or takes those of the checkpoint, and draws what there is to see of them.
FeatureMap learn_features(const TrainingJob& job, const DataSet& data, const Checkpoint* found,
                          const std::string& figure, Session& session, RunControl& control) {
  const bool rbm = has_stage<RbmOptions>(job.feature_spec);
  const auto draw = [&](const std::string& png) {
    if (!figure.empty()) write_file(figure, [&](const ByteSink& sink) { sink(png); });
  };
  if (found != nullptr && rbm && !figure.empty()) {
    session.output.note("{} is not written: the Boltzmann machine was trained before the checkpoint", figure);
  }
  FeatureMap map =
      found != nullptr
          ? found->features
          : fit_feature_map(
                job.feature_spec, data.train, data.scaling, job.seed, session.threads(), control,
                [&](const Rbm& machine, const ImageSet& images) { draw(rbm_figure(machine, images)); });
  if (!rbm) {
    for (const FeatureMap::Part& part : map.parts) {
      if (const auto* patches = std::get_if<PatchBits>(&part)) draw(patch_figure(patches->filters));
    }
  }
  return map;
}

TrainingRecord record_of(const TrainingJob& job, const Trainer& trainer, const Evaluation& train,
                         const Evaluation& test) {
  TrainingRecord record;
  record.version = BITBASIN_VERSION;
  record.data_set = job.data_set;
  record.seed = job.seed;
  record.epochs = trainer.state().epoch;
  record.options = {{"features", job.features}};
  for (const auto& [name, value] : echo(train_options(), job.options)) {
    if (name != "batch") record.options.emplace_back(name, to_text(value));
  }
  record.train_patterns = train.patterns;
  record.train_errors = train.strict_errors;
  record.test_patterns = test.patterns;
  record.test_errors = test.errors;
  record.confusion = test.confusion;
  return record;
}

ExitCode train(const Train& given, Session& session) {
  if (given.data_set.empty()) fail("expected --dataset with a name or a folder but got none");
  DataSet data = load_data_set(given.data_set);
  const TrainingJob job =
      make_job(given.data_set, data.train, given.preset, given.features, given.flags, session.seed());
  if (!given.figure.empty() && !has_stage<RbmOptions>(job.feature_spec) &&
      !has_stage<PatchOptions>(job.feature_spec)) {
    fail("expected features with rbm or patches to draw but got {}", job.features);
  }
  const auto classes = static_cast<std::size_t>(std::max(data.train.classes, data.test.classes));
  CommitteeShape shape{1, static_cast<std::size_t>(job.k1), static_cast<std::size_t>(job.k2), classes};
  check(shape);  // before anything takes time
  ImageSet held;
  if (job.validation > 0) held = hold_out(data.train, job.validation);
  std::optional<Checkpoint> found = find_checkpoint(given.checkpoint, job);

  RunControl control = session.control();
  const FeatureMap map = learn_features(job, data, found ? &*found : nullptr, given.figure, session, control);
  shape.inputs = map.outputs();
  shape.depth = map.depth;
  check(shape);
  if (control.stop_reason() != StopReason::none) throw Stopped{control.stop_reason()};
  const Patterns patterns = encode(job, map, data.train, held, session, control);
  const TrainingSet set{patterns.train.rows() > 0 ? &patterns.train : &patterns.images, data.train.labels,
                        map.depth};
  std::vector<EpochPoint> curve;
  if (found) curve = std::move(found->curve);
  Trainer trainer = found ? Trainer(set, std::move(found->state), job.options, job.seed, session.threads())
                          : Trainer(set, shape, job.options, job.seed, session.threads());
  session.output.note("{} images of {} inputs{}, {} committees of {} perceptrons", set.images(), shape.inputs,
                      map.depth > 1 ? fmt::format(" of {} bits", map.depth) : "", job.k2, job.k1);
  if (found) session.output.note("going on after epoch {} of {}", trainer.state().epoch, given.checkpoint);
  session.output.note("{:>6} {:>9} {:>9} {:>10}{}", "epoch", "errors", "signals", "updates",
                      held.size() > 0 ? "   validation" : "");

  const auto save_checkpoint = [&] {
    if (!given.checkpoint.empty())
      write_checkpoint(given.checkpoint, {job.text(), map, trainer.state(), curve});
  };
  const std::uint64_t before = trainer.state().epoch;
  const std::uint64_t spent_before = control.spent();
  const double start = control.seconds();
  const HeldOut held_out{held.size() > 0 ? &patterns.validation : nullptr, held.labels};
  const bool learnt =
      run_training(trainer, job.epochs, held_out, session.threads(), control, [&](const EpochPoint& point) {
        curve.push_back(point);
        if (worth_a_line(point.epoch, job.epochs)) print_epoch(point, session);
        if (point.epoch % given.checkpoints.checkpoint_every == 0) save_checkpoint();
      });
  const double seconds = control.seconds() - start;
  const auto presentations = static_cast<double>(control.spent() - spent_before);
  if (!curve.empty() && !worth_a_line(curve.back().epoch, job.epochs)) print_epoch(curve.back(), session);
  save_checkpoint();

  // The only look at the test set.
  const Evaluation on_train =
      evaluate(trainer.network(), patterns.images, data.train.labels, session.threads());
  const Evaluation on_test =
      evaluate(trainer.network(), FeatureEncoder(map).encode(data.test, session.threads()), data.test.labels,
               session.threads());
  const Model model{map, trainer.network(), record_of(job, trainer, on_train, on_test)};
  if (!given.save.empty()) write_model(given.save, model);

  Json& result = session.output.result;
  result["dataset"] = job.data_set;
  result["features"] = job.features;
  result["n"] = shape.inputs;
  result["depth"] = shape.depth;
  result["k1"] = job.k1;
  result["k2"] = job.k2;
  result["robustness"] = job.options.robustness;
  result["reinforcement"] = job.options.reinforcement;
  result["growth"] = job.options.growth;
  result["train_images"] = set.images();
  result["train_errors"] = on_train.strict_errors;
  result["least_margin"] = on_train.least_margin;
  if (!curve.empty() && curve.back().validation_error) {
    result["validation_error"] = *curve.back().validation_error;
  }
  result["test_error"] = on_test.error();
  result["test_errors"] = on_test.errors;
  result["epochs"] = trainer.state().epoch;
  result["learnt"] = learnt;
  result["presentations_per_second"] = seconds > 0 ? presentations / seconds : 0;
  result["training_seconds"] = seconds;
  result["model_bytes"] = model_content(model).size();
  if (!given.save.empty()) result["file"] = given.save;
  result["curve"] = to_json(curve);
  session.output.line("training errors {} of {}, test error {:.2f} % ({} of {}) after {} epochs, {:.1f} s",
                      on_train.strict_errors, on_train.patterns, 100 * on_test.error(), on_test.errors,
                      on_test.patterns, trainer.state().epoch, seconds);
  if (trainer.state().epoch > before && seconds > 0) {
    session.output.note("{:.0f} presentations/s", presentations / seconds);
  }
  return session.finish(control.stop_reason());
}

}  // namespace

void add_train(Command& root) {
  const auto flags = std::make_shared<Train>();
  Command command = root.add_command(
      "train", "train the committee array to classify images, without gradients",
      {"bitbasin generate images --out letters",
       "bitbasin train --dataset letters --features threshold --k1 5 --k2 20 --save letters.model",
       "bitbasin train --dataset letters --features deskew,rbm:101 --k1 5 --k2 20 --epochs 50 "
       "--validation 500",
       "bitbasin train --dataset letters --features project:201 --epochs 20 --checkpoint letters.checkpoint"},
      [flags](Session& session) { return train(*flags, session); });
  const std::span<const FeatureStage> stages = feature_stages();
  command.add_text("--dataset", flags->data_set, "mnist, fashion, or a folder of IDX or NPY files");
  command.add_text("--preset", flags->preset, "where what is not given comes from: small, paper or best");
  command.add_text("--features", flags->features,
                   "how images become bits, stages joined by commas, of " +
                       joined_names(stages, &FeatureStage::name) + "; the preset's if not given");
  command.add_options(train_flag_table(), flags->flags);
  command.add_file("--save", flags->save, "where to write the model, which includes the features");
  command.add_file("--checkpoint", flags->checkpoint,
                   "written now and then and at the end; if it is there, the training goes on from it");
  command.add_options(checkpoint_flag_table(), flags->checkpoints);
  command.add_file(
      "--figure", flags->figure,
      "a PNG file of what the features have learned: the filters of patches; or images, what the "
      "Boltzmann machine makes of them, and its weights");
}

}  // namespace bitbasin
