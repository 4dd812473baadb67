// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::rbm_test {
namespace {

// Images of blobs: one of three bright rows on a dark ground, with grey noise.
ImageSet striped_images(std::size_t count, std::size_t side) {
  std::vector<std::uint8_t> pixels(count * side * side);
  Stream stream(5, purpose("rbm.test"));
  for (std::size_t m = 0; m < count; ++m) {
    const std::size_t bright = 1 + 2 * uniform_below(stream, 3);
    for (std::size_t i = 0; i < side * side; ++i) {
      pixels[m * side * side + i] =
          static_cast<std::uint8_t>(uniform_below(stream, 60) + (i / side == bright ? 190 : 0));
    }
  }
  return {static_cast<int>(side), static_cast<int>(side), 0, pixels, {}};
}

RbmOptions small_options() {
  RbmOptions options;
  options.hidden = 21;
  options.epochs = 3;
  options.batch = 16;
  return options;
}

Rbm train(const RbmOptions& options, int threads = 1, std::uint64_t seed = 1) {
  RunControl control;
  return train_rbm(striped_images(100, 9), options, seed, threads, control);
}

TEST(Rbm, EveryLevelAndNumberOfThreadsGivesTheSameFloats) {
  for (const bool persistent : {false, true}) {
    for (const bool centred : {false, true}) {
      RbmOptions options = small_options();
      options.persistent = persistent;
      options.centred = centred;
      options.steps = persistent ? 2 : 1;
      const Rbm expected = train(options);
      EXPECT_EQ(train(options, 2), expected);
      EXPECT_EQ(train(options, 5), expected);
      for_every_simd_level([&](std::string_view) { EXPECT_EQ(train(options, 2), expected); });
      EXPECT_NE(train(options, 1, 2), expected) << "the seed does not matter";
    }
  }
}

// The probability of every visible state, by summing over all of them.
std::vector<double> exact_distribution(const Rbm& rbm) {
  std::vector<double> weight(std::size_t{1} << rbm.visible);
  for (std::size_t v = 0; v < weight.size(); ++v) {
    double log_weight = 0;
    for (std::size_t i = 0; i < rbm.visible; ++i) {
      if (v >> i & 1) log_weight += static_cast<double>(rbm.visible_bias[i]);
    }
    for (std::size_t j = 0; j < rbm.hidden; ++j) {
      auto field = static_cast<double>(rbm.hidden_bias[j]);
      for (std::size_t i = 0; i < rbm.visible; ++i) {
        if (v >> i & 1) field += static_cast<double>(rbm.weights[j * rbm.visible + i]);
      }
      log_weight += std::log1p(std::exp(field));
    }
    weight[v] = std::exp(log_weight);
  }
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  for (double& w : weight) w /= sum;
  return weight;
}

// Four bits: the first two are equal, the third is their opposite nine times in ten, the last is on in 30 of
// 100 images. Independent bits with the same means would be 1.0 nats away from these.
TEST(Rbm, LearnsADistribution) {
  constexpr std::size_t kImages = 1000;
  std::vector<std::uint8_t> pixels;
  std::vector<double> expected(16);
  for (std::size_t m = 0; m < kImages; ++m) {
    const std::size_t a = m % 2, b = m / 2 % 10 == 0 ? a : 1 - a, c = m / 20 % 10 < 3;
    for (const std::size_t bit : {a, a, b, c}) pixels.push_back(static_cast<std::uint8_t>(255 * bit));
    expected[a + 2 * a + 4 * b + 8 * c] += 1.0 / kImages;
  }
  for (const bool centred : {false, true}) {
    for (const bool persistent : {false, true}) {
      RbmOptions options;
      options.hidden = 5;
      options.epochs = 100;
      options.steps = persistent ? 1 : 5;
      options.persistent = persistent;
      options.centred = centred;
      options.batch = 50;
      options.rate = persistent ? 0.02 : 0.2;  // chains that go on must keep up with the weights
      options.final_rate = 0;
      options.decay = 0;
      RunControl control;
      const Rbm rbm = train_rbm({1, 4, 0, pixels, {}}, options, 3, 1, control);
      const std::vector<double> learnt = exact_distribution(rbm);
      double divergence = 0;
      for (std::size_t v = 0; v < 16; ++v) {
        if (expected[v] > 0) divergence += expected[v] * std::log(expected[v] / learnt[v]);
      }
      EXPECT_LT(divergence, 0.1) << "centred " << centred << ", persistent " << persistent;
    }
  }
}

TEST(Rbm, ReconstructsItsImages) {
  RbmOptions options = small_options();
  options.epochs = 60;
  const Rbm rbm = train(options);
  const ImageSet images = striped_images(100, 9);
  double difference = 0;
  for (std::size_t m = 0; m < 100; ++m) {
    const auto image = images.image(m);
    const std::vector<std::uint8_t> made = reconstruct(rbm, image);
    for (std::size_t i = 0; i < 81; ++i) difference += std::abs(made[i] - image[i]);
  }
  // The noise alone is 15 on average, the mean image 51 away.
  EXPECT_LT(difference / 8100, 25);
}

TEST(Rbm, WeightDecayShrinksTheWeights) {
  const auto norm = [](const Rbm& rbm) {
    return std::inner_product(rbm.weights.begin(), rbm.weights.end(), rbm.weights.begin(), 0.0f);
  };
  RbmOptions options = small_options();
  options.epochs = 20;
  const float free = norm(train(options));
  options.decay = 0.2;
  EXPECT_LT(norm(train(options)), 0.5f * free);
}

TEST(Rbm, ABudgetEndsTrainingBetweenBatches) {
  const ImageSet images = striped_images(100, 9);
  RbmOptions options = small_options();
  RunControl control(RunLimits{.work = 40});
  const Rbm stopped = train_rbm(images, options, 1, 1, control);
  EXPECT_EQ(control.spent(), 32u);  // two batches of 16; a third would be too much
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_EQ(stopped.weights.size(), 21u * 81);

  std::uint64_t heard = 0;
  double now = 0;
  const auto listen = [&](const Progress& p) {
    EXPECT_EQ(p.total, 300u);
    EXPECT_GT(p.best, 0);
    EXPECT_LT(p.best, 1);
    ++heard;
  };
  RunControl free(RunLimits{.on_progress = listen, .clock = [&] { return now += 1; }});
  train_rbm(images, options, 1, 1, free);
  EXPECT_EQ(free.spent(), 300u);
  EXPECT_GT(heard, 0u);
}

TEST(Rbm, NoEpochsLeaveTheFirstWeights) {
  RbmOptions options = small_options();
  options.epochs = 0;
  options.window = 1;
  const Rbm rbm = train(options);
  double square = 0;
  for (const float w : rbm.weights) square += static_cast<double>(w) * static_cast<double>(w);
  EXPECT_NEAR(std::sqrt(square / static_cast<double>(rbm.weights.size())), 0.01, 0.001);
  for (const float b : rbm.hidden_bias) EXPECT_EQ(b, 0);
}

TEST(Rbm, EveryBiasIsLearned) {
  RbmOptions options = small_options();
  const Rbm after = train(options);
  options.epochs = 0;
  const Rbm before = train(options);
  for (std::size_t j = 0; j < after.hidden; ++j) EXPECT_NE(after.hidden_bias[j], 0) << j;
  for (std::size_t i = 0; i < after.visible; ++i) {
    EXPECT_NE(after.visible_bias[i], before.visible_bias[i]) << i;
  }
}

TEST(Rbm, UnitsHaveWeightsInTheirWindowsOnly) {
  RbmOptions options = small_options();
  options.window = 0.5;  // five of nine pixels
  const Rbm rbm = train(options);
  for (std::size_t j = 0; j < rbm.hidden; ++j) {
    std::size_t first_row = 9, last_row = 0, weights = 0;
    for (std::size_t i = 0; i < 81; ++i) {
      if (rbm.weights[j * 81 + i] == 0) continue;
      ++weights;
      first_row = std::min(first_row, i / 9);
      last_row = std::max(last_row, i / 9);
    }
    EXPECT_EQ(weights, 25u);
    EXPECT_EQ(last_row - first_row, 4u);
  }
}

TEST(Rbm, BlankImagesAndRowsOfNumbersAreSeenAsAWhole) {
  RunControl control;
  const RbmOptions options = small_options();
  for (const ImageSet& images : {ImageSet{9, 9, 0, std::vector<std::uint8_t>(81 * 20), {}},
                                 ImageSet{1, 81, 0, striped_images(20, 9).pixels, {}}}) {
    for (const float w : train_rbm(images, options, 1, 1, control).weights) EXPECT_NE(w, 0);
  }
}

TEST(Rbm, NoImagesAreRefused) {
  RunControl control;
  EXPECT_THROW(train_rbm({9, 9, 0, {}, {}}, small_options(), 1, 1, control), Error);
}

}  // namespace
}  // namespace bitbasin::rbm_test
