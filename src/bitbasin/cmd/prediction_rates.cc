// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/prediction_rates.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/stopped.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/fetch/child_process.h"
#include "bitbasin/fetch/work_folder.h"
#include "bitbasin/network/c_export.h"

namespace bitbasin {
namespace {

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The shortest of the passes that fit into a third of a second, three at least. In processor time, so that
// other programs matter little; its clock has steps, so that short passes are timed several at a time.
double shortest_pass(const std::function<void()>& pass, RunControl& control) {
  constexpr double kLongEnough = 0.33, kManySteps = 1e-3;
  const double start = processor_seconds();
  double shortest = std::numeric_limits<double>::infinity();
  int at_a_time = 1;
  for (int timed = 0; timed < 3 || processor_seconds() - start < kLongEnough;) {
    const double begin = processor_seconds();
    for (int k = 0; k < at_a_time; ++k) pass();
    const double seconds = processor_seconds() - begin;
    if (!control.spend(1)) throw Stopped{control.stop_reason()};
    if (seconds < kManySteps) {
      at_a_time *= 2;
    } else {
      shortest = std::min(shortest, seconds / at_a_time);
      ++timed;
    }
  }
  return shortest;
}

// The exported C as a shared library of this process.
class CompiledModel {
 public:
  using Predict = int (*)(const unsigned char*);

  CompiledModel(const Model& model, RunControl& control)
      : folder_(std::filesystem::temp_directory_path(), "bitbasin") {
    write_file((folder_.path() / "model.c").string(), [&](const ByteSink& sink) { format_c(sink, model); });
    const std::vector<std::string> words{"cc",      "-std=c99", "-O2",      "-fPIC",
                                         "-shared", "-o",       "model.so", "model.c"};
    const ChildResult result = run_child(words, folder_.path().string(), control);
    if (result.code != 0) {
      how_ = result.code == 127 ? "no C compiler: cc is not in the path" : "cc cannot compile the exported C";
      return;
    }
    library_ = dlopen((folder_.path() / "model.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      how_ = fmt::format("the compiled C cannot be loaded: {}", dlerror());
      return;
    }
    predict_ = reinterpret_cast<Predict>(dlsym(library_, "bitbasin_predict"));
    how_ = "cc -O2";
  }
  CompiledModel(const CompiledModel&) = delete;
  CompiledModel& operator=(const CompiledModel&) = delete;
  ~CompiledModel() {
    if (library_ != nullptr) dlclose(library_);
  }

  Predict predict() const { return predict_; }  // null: there is none
  const std::string& how() const { return how_; }

 private:
  WorkFolder folder_;
  void* library_ = nullptr;
  Predict predict_ = nullptr;
  std::string how_;
};

// Images per second, from passes over the first images: as many as take the given time by what a part of them
// takes, 10,000 at most. `pass` predicts the given number of images.
double rate_of(std::size_t images, double seconds, const std::function<void(std::size_t)>& pass,
               RunControl& control) {
  constexpr std::size_t kMost = 10000;
  const std::size_t most = std::min(kMost, images);
  std::size_t count = std::min<std::size_t>(most, 16);
  while (count < most) {
    const double begin = processor_seconds();
    pass(count);
    if (!control.spend(1)) throw Stopped{control.stop_reason()};
    const double times = seconds / std::max(processor_seconds() - begin, 1e-6);
    if (times < 2) break;
    count = std::min(most, static_cast<std::size_t>(static_cast<double>(count) * std::min(times, 10.0)));
  }
  return static_cast<double>(count) / shortest_pass([&] { pass(count); }, control);
}

ImageSet first_images(const ImageSet& images, std::size_t count) {
  ImageSet some = images;
  some.pixels.resize(count * images.inputs());
  if (!some.labels.empty()) some.labels.resize(count);
  return some;
}

}  // namespace

double measure_library_rate(const Model& model, const ImageSet& images, RunControl& control) {
  if (images.size() == 0) fail("expected images to measure the rate with, got none");
  ImageSet some;
  const auto pass = [&](std::size_t count) {
    if (some.size() != count) some = first_images(images, count);
    predict(model, some, 1);
  };
  constexpr double kSeconds = 1;  // so that preparing the weights hardly counts
  return rate_of(images.size(), kSeconds, pass, control);
}

PredictionRates measure_prediction_rates(const Model& model, const ImageSet& images, RunControl& control) {
  PredictionRates rates;
  rates.library = measure_library_rate(model, images, control);
  const CompiledModel compiled(model, control);
  rates.compiler = compiled.how();
  if (const CompiledModel::Predict predict_one = compiled.predict()) {
    std::vector<std::uint16_t> answers;
    const auto pass = [&](std::size_t count) {
      answers.resize(count);
      for (std::size_t k = 0; k < count; ++k)
        answers[k] = static_cast<std::uint16_t>(predict_one(images.image(k).data()));
    };
    constexpr double kSeconds = 0.5;
    rates.exported_c = rate_of(images.size(), kSeconds, pass, control);
    const std::vector<std::uint16_t> labels = predict(model, first_images(images, answers.size()), 1);
    std::size_t different = 0;
    for (std::size_t k = 0; k < labels.size(); ++k) different += answers[k] != labels[k];
    if (different > 0) fail("the exported C gives other labels than the library to {} images", different);
  }
  return rates;
}

}  // namespace bitbasin
