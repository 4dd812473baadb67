// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm.h"

#include <Eigen/Core>
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
  const auto ones = static_cast<std::size_t>(kOn * kVisible);
  return {"additions/s",
          static_cast<double>(ones * kBatch * kHidden),
          0.7,
          [s] { sum_selected_rows(s->select, s->m, std::span(s->start), 0, kBatch, s->out); },
          {{"sums of as many neighbouring rows", [s] { sum_neighbouring_rows(s->m, ones, s->out); }}}};
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

// The five products of contrastive divergence as dense ones, as fast as Eigen is with the instructions that
// every x86-64 has. (Compiled for AVX2 and fused operations they alone take 1.8 times as long as our whole
// training, and for AVX-512 2.2 times.)
struct Dense {
  using Matrix = Eigen::MatrixXf;
  Matrix v = Matrix::Ones(kVisible, kBatch), h = Matrix::Ones(kHidden, kBatch);
  Matrix w = Matrix::Constant(kHidden, kVisible, 0.01f), g = w;
  void run() {
    for (std::size_t b = 0; b < kEpochs * kImages / kBatch; ++b) {
      h.noalias() = w * v;
      v.noalias() = w.transpose() * h;
      h.noalias() = w * v;
      g.noalias() = h * v.transpose();
      g.noalias() -= h * v.transpose();
      v *= 0.02546f;  // 1 / (0.01^2 784 501): as large as before
      keep(g);
    }
  }
};

BenchCase training_case() {
  auto set = std::make_shared<ImageSet>(images());
  auto dense = std::make_shared<Dense>();
  return {"images/s",
          static_cast<double>(kEpochs * kImages),
          3.0,
          [set] { train(*set, 1); },
          {{"the products alone, dense, by Eigen", [dense] { dense->run(); }}}};
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
