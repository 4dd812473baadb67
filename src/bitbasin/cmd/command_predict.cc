// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/confusion.h"
#include "bitbasin/cmd/prediction_rates.h"
#include "bitbasin/cmd/views_flag.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/data/npy.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

struct PredictFlags {
  std::string model;
  std::string images;
  std::string labels;
  std::string save;
  std::string views;
  bool bench = false;
};

std::string one_per_line(const std::vector<std::uint16_t>& labels) {
  std::string text;
  for (const std::uint16_t label : labels) text += fmt::format("{}\n", label);
  return text;
}

void save_predictions(const std::string& path, const std::vector<std::uint16_t>& labels, Session& session) {
  RunControl control = session.control();
  OutputFiles files(control);
  if (names_npy(path)) {
    const std::vector<std::int32_t> numbers(labels.begin(), labels.end());
    format_npy<std::int32_t>(files.open(path), {numbers.size()}, numbers);
  } else {
    files.open(path)(one_per_line(labels));
  }
  files.commit();
  session.output.result["file"] = path;
}

// How many answers are wrong, and which labels were confused.
void compare(const std::vector<std::uint16_t>& answers, const PredictFlags& flags, std::size_t classes,
             Session& session) {
  const std::vector<std::uint16_t> right = read_labels(flags.labels);
  if (right.size() != answers.size()) {
    fail("expected {}, one for each image in {}, but {} has {}", counted(answers.size(), "label"),
         flags.images, flags.labels, right.size());
  }
  std::vector<std::uint32_t> confusion(classes * classes);
  std::size_t errors = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (right[i] >= classes) {
      fail("expected labels below {}, the number of classes of the model, but {} has the label {}", classes,
           flags.labels, right[i]);
    }
    errors += right[i] != answers[i];
    ++confusion[right[i] * classes + answers[i]];
  }
  const double error =
      answers.empty() ? 0 : static_cast<double>(errors) / static_cast<double>(answers.size());
  Json& result = session.output.result;
  result["errors"] = errors;
  result["error"] = error;
  result["confusion"] = confusion_json(confusion, classes);
  session.output.line("{} in {} ({:.2f} %)", counted(errors, "error"), counted(answers.size(), "image"),
                      100 * error);
}

void bench(const Model& model, const ImageSet& images, Session& session) {
  RunControl control = session.control();
  const PredictionRates rates = measure_prediction_rates(model, images, control);
  Json& result = session.output.result["bench"] = Json::object();
  result["library"] = rates.library;
  result["exported_c"] = rates.exported_c ? Json(*rates.exported_c) : Json();
  result["compiler"] = rates.compiler;
  static constexpr char kColumns[] = "{:<24} {:>10} {:>13}";
  session.output.line(kColumns, "one core", "images/s", "us per image");
  const auto row = [&](const std::string& name, double rate) {
    session.output.line(kColumns, name, fmt::format("{:.0f}", rate), fmt::format("{:.2f}", 1e6 / rate));
  };
  row("library", rates.library);
  if (rates.exported_c) {
    row(fmt::format("exported C, {}", rates.compiler), *rates.exported_c);
  } else {
    session.output.line("{:<24} {}", "exported C", rates.compiler);
  }
}

ExitCode run(const PredictFlags& flags, Session& session) {
  const Model model = read_model_in_views(flags.model, flags.views);
  const NpyArray numbers = read_image_numbers(flags.images);
  if (numbers.cols() != model.features.inputs()) {
    fail("{}: expected images of {} x {} pixels, the size that {} takes, got the shape {}", flags.images,
         model.features.rows, model.features.columns, flags.model, shape_text(numbers.header.shape));
  }
  const ImageSet images = images_from(numbers, model.features.scaling, flags.images);
  const std::vector<std::uint16_t> answers = predict(model, images, session.threads());
  Json& result = session.output.result;
  result["images"] = answers.size();
  result["predictions"] = answers;
  if (flags.bench) bench(model, images, session);
  if (!flags.labels.empty()) {
    compare(answers, flags, model.network.shape.labels, session);
  } else if (flags.save.empty() && !flags.bench) {
    session.output.text(one_per_line(answers));
  }
  if (!flags.save.empty()) {
    save_predictions(flags.save, answers, session);
    session.output.note("wrote {} to {}", counted(answers.size(), "label"), flags.save);
  }
  return session.finish(StopReason::none);
}

}  // namespace

void add_predict(Command& root) {
  const auto flags = std::make_shared<PredictFlags>();
  Command command = root.add_command(
      "predict", "print the labels that a model gives to images, one per line; with --labels its errors",
      {"bitbasin generate images --out letters",
       "bitbasin train --dataset letters --features threshold --epochs 10 --save letters.model",
       "bitbasin predict letters.model letters/t10k-images-idx3-ubyte --save answers.txt",
       "bitbasin predict letters.model letters/t10k-images-idx3-ubyte --labels "
       "letters/t10k-labels-idx1-ubyte",
       "bitbasin predict letters.model letters/t10k-images-idx3-ubyte --views shifts --save steady.txt",
       "bitbasin predict letters.model letters/t10k-images-idx3-ubyte --bench"},
      [flags](Session& session) { return run(*flags, session); });
  command.add_file("model", flags->model, "a model file", true);
  command.add_file("images", flags->images, "images, IDX or NPY, plain or gzip", true);
  command.add_file("--labels", flags->labels, "correct labels, IDX or NPY");
  command.add_output_file("--save", flags->save, "where to write the labels: text, or NPY for .npy");
  add_views_flag(command, flags->views);
  command.add_switch(
      "--bench", flags->bench,
      "measure images per second on one core, by the library and by the exported C compiled here");
}

}  // namespace bitbasin
