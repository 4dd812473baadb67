// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/features/patches/patch_figure.h"
#include "bitbasin/features/rbm/rbm_figure.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/network/training/training.h"
#include "bitbasin/task/train_keys.h"

namespace bitbasin {
namespace {

// What the command adds to a training: its files.
struct TrainFiles {
  std::string save;
  std::string checkpoint;
  std::string figure;
  std::uint64_t checkpoint_every = 10;
  bool test = false;
};
const OptionTable<TrainFiles>& checkpoint_table() {
  static const OptionTable<TrainFiles> table{
      option("checkpoint_every", &TrainFiles::checkpoint_every, {1, 1000000}, "epochs between checkpoints"),
      option("test", &TrainFiles::test,
             "with --validation, evaluates on the test images as well; otherwise they stay unseen"),
  };
  return table;
}

struct TrainFlags {
  TrainingOptions training;
  TrainFiles files;
};

void print_epoch(const EpochPoint& point, Session& session) {
  const std::string validation =
      point.validation_error ? fmt::format("{:11.2f} %", 100 * *point.validation_error) : "";
  session.output.note("{:6} {:9} {:9} {:10}{}", point.epoch, point.counts.errors, point.counts.signals,
                      point.counts.updates, validation);
}

void print_sizes(const Training& training, Session& session) {
  const CommitteeShape& shape = training.network().shape;
  session.output.note(
      "{}{} of {}{}, {} of {}",
      training.voters() > 1 ? fmt::format("voter {} of {}: ", training.voter() + 1, training.voters()) : "",
      counted(training.train_set().images(), "image"), counted(shape.inputs, "input"),
      shape.depth > 1 ? " of " + counted(shape.depth, "bit") : "", counted(shape.committees, "committee"),
      counted(shape.units, "perceptron"));
}

void print_head(const Training& training, Session& session) {
  session.output.note("{:>6} {:>9} {:>9} {:>10}{}", "epoch", "errors", "signals", "updates",
                      training.held_out().empty() ? "" : "   validation");
}

// The errors of an evaluated training.
std::string in_words(const Training& training) {
  const Evaluation &on_train = training.on_train(), &on_test = training.on_test();
  const auto& curve = training.curve();
  std::string text = fmt::format("training errors {} of {}", on_train.strict_errors, on_train.patterns);
  if (!curve.empty() && curve.back().validation_error) {
    text += fmt::format(", validation error {:.2f} %", 100 * *curve.back().validation_error);
  }
  if (on_test.patterns > 0) {
    text += fmt::format(", test error {:.2f} % ({} of {})", 100 * on_test.error(), on_test.errors,
                        on_test.patterns);
  }
  return text;
}

// About twenty lines, whatever the number of epochs.
bool worth_a_line(std::uint64_t epoch, std::uint64_t epochs) {
  const std::uint64_t step = std::max<std::uint64_t>(1, epochs / 20);
  return epoch == 1 || epoch % step == 0;
}

// The checkpoint of this training, if there is one.
std::optional<Checkpoint> find_checkpoint(const std::string& path, const TrainingOptions& options) {
  if (path.empty() || !std::filesystem::exists(path)) return {};
  Checkpoint checkpoint = read_checkpoint(path);
  if (const std::string job = job_text(options); checkpoint.job != job) {
    fail("{}: expected a checkpoint of this training ({}), got one of another ({})", path, job,
         checkpoint.job);
  }
  return checkpoint;
}

template <class Stage>
bool has_stage(const std::vector<FeatureSpec>& voters) {
  return std::ranges::any_of(voters, [](const FeatureSpec& spec) {
    return std::ranges::any_of(spec.bits,
                               [](const auto& stage) { return std::holds_alternative<Stage>(stage); });
  });
}

void draw_filters(const FeatureMap& map, const std::string& path) {
  for (const FeatureMap::Part& part : map.parts) {
    if (const auto* patches = std::get_if<PatchBits>(&part)) {
      write_file(path, [&](const ByteSink& sink) { sink(patch_figure(patches->filters)); });
    }
  }
}

ExitCode train(const TrainFlags& flags, Session& session) {
  if (flags.training.dataset.empty()) fail("--dataset is required: the name of a data set, or a folder");
  DataSet data = load_data_set(flags.training.dataset);
  TrainingOptions options = resolve(flags.training, data.train);
  options.seed = session.seed();
  const TrainFiles& files = flags.files;
  const std::vector<FeatureSpec> specs = parse_voter_specs(options.features);
  const bool rbm = has_stage<RbmOptions>(specs);
  if (!files.figure.empty() && !rbm && !has_stage<PatchOptions>(specs)) {
    fail("expected features with rbm or patches to draw, got {}", options.features);
  }
  std::optional<Checkpoint> found = find_checkpoint(files.checkpoint, options);
  const bool resumed = found.has_value();
  if (resumed && rbm && !files.figure.empty()) {
    session.output.note("{} is not written: the Boltzmann machine was trained before the checkpoint",
                        files.figure);
  }

  RunControl control = session.control();
  const auto training = Training::start(
      options, std::move(data), std::move(found), session.threads(), control,
      [&](const Rbm& machine, const ImageSet& images) {
        if (files.figure.empty()) return;
        write_file(files.figure, [&](const ByteSink& sink) { sink(rbm_figure(machine, images)); });
      });
  if (!training) throw Stopped{control.stop_reason()};
  if (!files.figure.empty() && !rbm) draw_filters(training->features(), files.figure);
  print_sizes(*training, session);
  if (training->options().k1 != options.k1 || training->options().k2 != options.k2) {
    session.output.note("instead of {} of {}, so that the model fits in {} bytes",
                        counted(static_cast<std::uint64_t>(*options.k2), "committee"), *options.k1,
                        options.size_limit);
  }
  if (resumed) session.output.note("resuming after epoch {} of {}", training->epoch(), files.checkpoint);
  print_head(*training, session);

  const auto save_checkpoint = [&] {
    if (!files.checkpoint.empty()) write_checkpoint(files.checkpoint, training->checkpoint());
  };
  const auto epochs = static_cast<std::uint64_t>(*options.epochs);
  const std::uint64_t before = training->epoch();
  const std::uint64_t spent_before = control.spent();
  const double start = control.seconds();
  std::size_t voter = training->voter();
  training->run(control, [&](const EpochPoint& point) {
    if (training->voter() != voter) {
      voter = training->voter();
      print_sizes(*training, session);
      print_head(*training, session);
    }
    if (worth_a_line(point.epoch, epochs)) print_epoch(point, session);
    if (point.epoch % files.checkpoint_every == 0) save_checkpoint();
  });
  const double seconds = control.seconds() - start;
  const auto presentations = static_cast<double>(control.spent() - spent_before);
  const auto& curve = training->curve();
  if (!curve.empty() && !worth_a_line(curve.back().epoch, epochs)) print_epoch(curve.back(), session);
  save_checkpoint();

  training->evaluate_train();
  if (options.validation == 0 || files.test) training->evaluate_test();
  if (!files.save.empty()) write_model(files.save, training->model());
  Json& result = session.output.result;
  describe_training(*training, result);
  result["presentations_per_second"] = seconds > 0 ? presentations / seconds : 0;
  result["training_seconds"] = seconds;
  if (!files.save.empty()) result["file"] = files.save;
  session.output.line("{} after {}, {:.1f} s", in_words(*training), counted(curve.size(), "epoch"), seconds);
  if (training->epoch() > before && seconds > 0) {
    session.output.note("{:.0f} presentations/s", presentations / seconds);
  }
  return session.finish(control.stop_reason());
}

}  // namespace

void add_train(Command& root) {
  const auto flags = std::make_shared<TrainFlags>();
  Command command = root.add_command(
      "train", "train a network of committees to classify images, without gradients",
      {"bitbasin generate images --out letters",
       "bitbasin train --dataset letters --features threshold --k1 5 --k2 20 --save letters.model",
       "bitbasin train --dataset letters --features deskew,rbm:101 --k1 5 --k2 20 --epochs 50 "
       "--validation 500",
       "bitbasin train --dataset letters --features quantiles:1 --size-limit 5KB --epochs 20 --save "
       "tiny.model",
       "bitbasin train --dataset letters --features project:201 --epochs 20 --checkpoint letters.checkpoint"},
      [flags](Session& session) { return train(*flags, session); });
  flags->training.dataset.clear();  // a training takes long, so its data set must be given explicitly
  command.add_options(training_options(), flags->training);
  TrainFiles& files = flags->files;
  command.add_output_file("--save", files.save, "where to write the model, which includes the features");
  command.add_output_file(
      "--checkpoint", files.checkpoint,
      "checkpoint file, written regularly and at the end; if it exists, training resumes from it");
  command.add_options(checkpoint_table(), files);
  command.add_output_file("--figure", files.figure,
                          "where to draw what the features have learned, as PNG: the filters of patches; or "
                          "images, their reconstructions by the Boltzmann machine, and its weights");
}

}  // namespace bitbasin
