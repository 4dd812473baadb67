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

// The shortest of the passes that fit into a third of a second, three at least. In processor time, so that
// other programs matter little.
double shortest_pass(const std::function<void()>& pass, RunControl& control) {
  const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  constexpr double kLongEnough = 0.33;
  const double start = now();
  double shortest = std::numeric_limits<double>::infinity();
  for (int passes = 0; passes < 3 || now() - start < kLongEnough; ++passes) {
    const double begin = now();
    pass();
    shortest = std::min(shortest, now() - begin);
    if (!control.spend(1)) throw Stopped{control.stop_reason()};
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

// Enough that preparing the weights takes no time.
ImageSet first_images(const ImageSet& images) {
  constexpr std::size_t kMostImages = 10000;
  if (images.size() == 0) fail("expected images to measure the rate with, got none");
  ImageSet some = images;
  const std::size_t count = std::min(kMostImages, images.size());
  some.pixels.resize(count * images.inputs());
  if (!some.labels.empty()) some.labels.resize(count);
  return some;
}

double library_rate(const Model& model, const ImageSet& images, std::vector<std::uint16_t>& labels,
                    RunControl& control) {
  return static_cast<double>(images.size()) /
         shortest_pass([&] { labels = predict(model, images, 1); }, control);
}

}  // namespace

double measure_library_rate(const Model& model, const ImageSet& images, RunControl& control) {
  std::vector<std::uint16_t> labels;
  return library_rate(model, first_images(images), labels, control);
}

PredictionRates measure_prediction_rates(const Model& model, const ImageSet& images, RunControl& control) {
  const ImageSet some = first_images(images);
  std::vector<std::uint16_t> labels;
  PredictionRates rates;
  rates.library = library_rate(model, some, labels, control);
  const CompiledModel compiled(model, control);
  rates.compiler = compiled.how();
  if (const CompiledModel::Predict predict_one = compiled.predict()) {
    std::size_t different = 0;
    const auto pass = [&] {
      different = 0;
      for (std::size_t k = 0; k < some.size(); ++k)
        different += predict_one(some.image(k).data()) != labels[k];
    };
    rates.exported_c = static_cast<double>(some.size()) / shortest_pass(pass, control);
    if (different > 0) fail("the exported C gives other labels than the library to {} images", different);
  }
  return rates;
}

}  // namespace bitbasin
