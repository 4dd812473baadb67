// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm.h"

#include <cstddef>
#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/features/rbm/selected_rows.h"
#include "bitbasin/features/rbm/selected_rows_floor.perf.h"
#include "bitbasin/rng/bernoulli.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::rbm_perf {
namespace {

// The sizes of MNIST and of the paper's feature map.
constexpr std::size_t kVisible = 784;
constexpr std::size_t kHidden = 501;
constexpr std::size_t kBatch = 96;
constexpr double kOn = 0.19;  // of the visible bits, when grey values are probabilities
constexpr auto kOnes = static_cast<std::size_t>(kOn * kVisible);
constexpr std::size_t kImages = 10 * kBatch;
constexpr std::size_t kEpochs = 4;

struct FieldSetup {
  FieldSetup()
      : select(kBatch, kVisible), m(kVisible, kHidden), out(kBatch, kHidden), start(m.padded_cols()) {
    for (std::size_t r = 0; r < kBatch; ++r) {
      Stream stream(r, purpose("bench.rbm"));
      fill_bernoulli(stream, kOn, select.row(r));
      clear_padding(select.row(r), kVisible);
    }
  }
  BitMatrix select;
  PanelMatrix m, out;
  AlignedArray<float> start;
};

BenchCase field_case() {
  auto s = std::make_shared<FieldSetup>();
  return {"additions/s",
          static_cast<double>(kOnes * kBatch * kHidden),
          0.7,
          [s] { sum_selected_rows(s->select, s->m, std::span(s->start), 0, kBatch, s->out); },
          {{"sums of as many neighbouring rows", [s] { sum_neighbouring_rows(s->m, kOnes, s->out); }}}};
}

// A fifth of the pixels bright, with grey edges, in columns that differ from image to image.
ImageSet images() {
  ImageSet set{28, 28, 0, std::vector<std::uint8_t>(kImages * kVisible), {}};
  for (std::size_t m = 0; m < kImages; ++m) {
    for (std::size_t i = 0; i < kVisible; ++i) {
      const std::size_t x = (i % 28 + m) % 28, y = (i / 28 + m / 28) % 28;
      set.pixels[m * kVisible + i] = x >= 8 && x < 16 && y >= 4 && y < 24 ? (x == 8 ? 128 : 255) : 0;
    }
  }
  return set;
}

void train(const ImageSet& set, int threads) {
  RbmOptions options;
  options.hidden = kHidden;
  options.epochs = kEpochs;
  options.batch = kBatch;
  RunControl control;
  keep(train_rbm(set, options, 1, threads, control));
}

BenchCase training_case() {
  auto set = std::make_shared<ImageSet>(images());
  auto fields = std::make_shared<FieldSetup>();
  // Contrastive divergence takes five products, of which each sums the rows that some bits select.
  const auto five_sums = [fields] {
    for (std::size_t b = 0; b < 5 * kEpochs * kImages / kBatch; ++b) {
      sum_neighbouring_rows(fields->m, kOnes, fields->out);
    }
  };
  return {"images/s",
          static_cast<double>(kEpochs * kImages),
          0.4,
          [set] { train(*set, 1); },
          {{"five sums of neighbouring rows a batch", five_sums}}};
}

BenchCase threads_case() {
  auto set = std::make_shared<ImageSet>(images());
  return {"images/s",
          static_cast<double>(kEpochs * kImages),
          1.6,
          [set] { train(*set, 2); },
          {{"one thread", [set] { train(*set, 1); }}}};
}

const RegisterBenchmark kFields("features.selected_rows", [](const BenchOptions&) { return field_case(); });
const RegisterBenchmark kTraining("features.rbm", [](const BenchOptions&) { return training_case(); });
const RegisterBenchmark kThreads("features.rbm.threads", [](const BenchOptions&) { return threads_case(); });

}  // namespace
}  // namespace bitbasin::rbm_perf
