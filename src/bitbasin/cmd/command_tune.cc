// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/prediction_rates.h"
#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/network/training/train.h"
#include "bitbasin/tune/tuning.h"

namespace bitbasin {
namespace {

struct TuneFlags {
  double minutes = 20;
};
const OptionTable<TuneFlags>& tune_flag_table() {
  static const OptionTable<TuneFlags> table{
      option("minutes", &TuneFlags::minutes, {0, 1e6},
             "time of the search; afterwards its models are trained on all images"),
  };
  return table;
}

struct Tune {
  std::string dataset;
  TuningOptions tuning;
  TuneFlags flags;
  StoreFlags store{.path = "tune.db"};
  std::string models = "tune.models";
};

constexpr std::string_view kRow = "{:>9} {:>9} {:>9} {:>11}  {}";

std::string percent(double error) {
  return fmt::format("{:.2f} %", 100 * error);
}

// What a training is apart from the data set.
std::string in_words(const TrainingOptions& training) {
  return fmt::format("{} x {}, r = {}, {}", *training.k1, *training.k2, *training.robustness,
                     training.features);
}

std::vector<std::string> front_lines(const Tuning& tuning, std::size_t most) {
  std::vector<std::string> lines;
  for (const Trial& trial : tuning.front()) {
    if (lines.size() == most) break;
    lines.push_back(
        fmt::format(kRow, percent(trial.scores.error), "", trial.scores.bytes, "", in_words(trial.training)));
  }
  return lines;
}

// The search, within its own time.
void search(const Tune& command, Tuning& tuning, Store& store, Session& session, RunControl& control) {
  RunControl within({.seconds = std::min(60 * command.flags.minutes, session.seconds_left()),
                     .cancelled = &session.cancelled(),
                     .on_progress = [&](const Progress& progress) { control.report(progress); }});
  session.above_progress = [&](std::size_t most) { return front_lines(tuning, most); };
  tuning.run(store, session.threads(), within, [&](const Tuning::Round& round) {
    const std::string phase = fmt::format("bracket {}, {}", round.bracket, counted(round.epochs, "epoch"));
    within.report({phase, round.done, round.trainings});
  });
  session.above_progress = {};
}

// Trains a model of the front on all images, saves it, and adds to its row what it has become. False if it
// was stopped.
bool finish_model(const TrainingOptions& options, const std::string& folder, const DataSet& data, int threads,
                  RunControl& control, Json& row) {
  const std::optional<Model> model = train(options, data, threads, control);
  if (!model || control.stop_reason() != StopReason::none) return false;
  const std::size_t bytes = count_bytes(*model).total();
  const std::string file = (std::filesystem::path(folder) / fmt::format("{}.model", bytes)).string();
  write_model(file, *model);
  row["bytes"] = bytes;
  if (const auto tests = static_cast<double>(model->record.test_patterns); tests > 0) {
    row["test_error"] = static_cast<double>(model->record.test_errors) / tests;
  }
  const ImageSet& images = data.test.size() > 0 ? data.test : data.train;
  row["images_per_second"] = measure_library_rate(*model, images, control);
  row["file"] = file;
  return true;
}

// A row for each model of the front. Those that were not trained any more have no file.
Json finish_front(const std::vector<Trial>& front, const Tune& command, const DataSet& data, Session& session,
                  RunControl& control) {
  Json rows = Json::array();
  session.output.line(kRow, "held out", "test", "bytes", "images/s", "model, trained on all images");
  for (const Trial& trial : front) {
    TrainingOptions options = trial.training;
    options.validation = 0;
    Json row = {{"validation_error", trial.scores.error},
                {"bytes", static_cast<std::uint64_t>(trial.scores.bytes)}};
    for (const auto& [name, value] : chosen(options, {"features", "k1", "k2", "robustness", "reinforcement",
                                                      "growth", "epochs", "size_limit"})) {
      row[name] = bitbasin::to_json(value);
    }
    const bool trained =
        control.spend(1) && finish_model(options, command.models, data, session.threads(), control, row);
    const Json* test_error = row.find("test_error");
    session.output.line(kRow, percent(trial.scores.error),
                        test_error ? percent(test_error->get<double>()) : "",
                        row["bytes"].get<std::uint64_t>(),
                        trained ? fmt::format("{:.0f}", row["images_per_second"].get<double>()) : "",
                        trained ? row["file"].text() : "not trained");
    session.output.note("{:>41}  {}", "", in_words(options));
    rows.push_back(std::move(row));
  }
  return rows;
}

ExitCode tune(const Tune& command, Session& session) {
  if (command.dataset.empty()) fail("expected the name of a data set, or a folder, got nothing");
  const DataSet data = load_data_set(command.dataset);
  Tuning tuning(command.tuning, command.dataset, data.train, session.seed());
  std::filesystem::create_directories(command.models);
  Store store = Store::open(command.store.path, command.store.options());
  RunControl control = session.control();
  search(command, tuning, store, session, control);
  session.output.note("{} in {}, {} stored before, {} failed; rerun the same command to continue",
                      counted(tuning.trainings(), "training"), command.store.path, tuning.known_before(),
                      tuning.failed());
  Json& result = session.output.result;
  result["dataset"] = command.dataset;
  result["size_limit"] = command.tuning.size_limit;
  result["store"] = command.store.path;
  result["trainings"] = tuning.trainings();
  result["known_before"] = tuning.known_before();
  result["failed"] = tuning.failed();
  result["brackets"] = tuning.brackets();
  const std::vector<Trial> front = tuning.front();
  if (!front.empty()) {
    result["front"] = finish_front(front, command, data, session, control);
    return session.finish(control.stop_reason());
  }
  result["front"] = Json::array();
  for (const std::string& line : store.failures(3)) session.output.note("failed: {}", line);
  session.output.line("{}", tuning.failed() > 0
                                ? "no training succeeded"
                                : "no training was completed: give the search more --minutes");
  control.spend(1);  // notices an interrupt
  const ExitCode code = session.finish(control.stop_reason());
  return code == kDone ? kNotSolved : code;
}

}  // namespace

void add_tune(Command& root) {
  const auto command = std::make_shared<Tune>();
  Command added = root.add_command(
      "tune",
      "search for small, accurate and fast models of a data set, and train them; rerun the same command to "
      "continue",
      {"bitbasin generate images --out letters",
       "bitbasin tune letters --size-limit 10KB --minutes 0.1 --candidates 3 --epochs 9 --brackets 1",
       "bitbasin tune letters --size-limit 10KB --minutes 0 --candidates 3 --epochs 9 --brackets 1 --json"},
      [command](Session& session) { return tune(*command, session); });
  added.add_file("DATASET", command->dataset, "mnist, fashion, or a folder of IDX or NPY files");
  added.add_options(tuning_options(), command->tuning);
  added.add_options(tune_flag_table(), command->flags);
  add_store_flags(added, command->store, false, "file that holds the results; tune.db if not given");
  added.add_file("--models", command->models, "folder for the models; tune.models if not given");
}

}  // namespace bitbasin
