// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/whitening.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/rng/philox.h"

namespace bitbasin::whitening_test {
namespace {

constexpr std::size_t kTaps = 9;
constexpr std::size_t kCount = 2000;

// Patches without mean whose neighbouring pixels are alike.
std::vector<std::int16_t> smooth_patches() {
  Stream stream(1, purpose("test.whitening"));
  std::vector<std::int16_t> patches;
  for (std::size_t p = 0; p < kCount; ++p) {
    int level = 0, sum = 0;
    for (std::size_t i = 0; i < kTaps; ++i) {
      level += static_cast<int>(stream.next() % 201) - 100;
      patches.push_back(static_cast<std::int16_t>(level));
      sum += level;
    }
    const int mean = sum / static_cast<int>(kTaps);
    for (std::size_t i = 0; i < kTaps; ++i) patches[p * kTaps + i] -= static_cast<std::int16_t>(mean);
  }
  return patches;
}

std::span<const std::int16_t> patch(const std::vector<std::int16_t>& patches, std::size_t p) {
  return std::span(patches).subspan(p * kTaps, kTaps);
}

// The mean of y_i y_j over all whitened patches, row by row.
std::vector<double> correlations(const std::vector<std::int16_t>& patches, const Whitening& whitening) {
  std::vector<double> c(kTaps * kTaps);
  for (std::size_t p = 0; p < kCount; ++p) {
    const std::vector<double> y = whitening.whiten(patch(patches, p));
    for (std::size_t i = 0; i < kTaps; ++i) {
      for (std::size_t j = 0; j < kTaps; ++j) c[i * kTaps + j] += y[i] * y[j] / kCount;
    }
  }
  return c;
}

TEST(Whitening, LeavesPixelsUncorrelated) {
  const std::vector<std::int16_t> patches = smooth_patches();
  const std::vector<double> c = correlations(patches, Whitening(patches, kTaps, 1e-6));
  // All but one: with the others, the last pixel is known, because the mean is zero up to rounding.
  for (std::size_t i = 0; i + 1 < kTaps; ++i) {
    for (std::size_t j = 0; j + 1 < kTaps; ++j) EXPECT_NEAR(c[i * kTaps + j], i == j ? 1 : 0, 1e-3);
  }
}

TEST(Whitening, WithAHighFloorOnlyScales) {
  const std::vector<std::int16_t> patches = smooth_patches();
  const std::vector<double> y = Whitening(patches, kTaps, 1e9).whiten(patch(patches, 7));
  for (std::size_t i = 0; i < kTaps; ++i) {
    EXPECT_NEAR(y[i] / y[0], static_cast<double>(patches[7 * kTaps + i]) / patches[7 * kTaps], 1e-6);
  }
}

TEST(Whitening, StaysFiniteWherePatchesAreAllAlike) {
  std::vector<std::int16_t> patches;
  for (std::size_t p = 0; p < 100; ++p) {
    for (const int x : {700, -300, -100, -300, 0, 0, 0, 0, 0})
      patches.push_back(static_cast<std::int16_t>(x));
  }
  const Whitening whitening(patches, kTaps, 1e-300);
  for (const double y : whitening.whiten(patch(patches, 0))) EXPECT_TRUE(std::isfinite(y));
  for (const double w : whitening.filter_of(patch(patches, 0))) EXPECT_TRUE(std::isfinite(w));
}

TEST(Whitening, FiltersRespondAsTheCentresDo) {
  const std::vector<std::int16_t> patches = smooth_patches();
  const Whitening whitening(patches, kTaps, 0.1);
  const std::vector<std::int16_t> centre{300, -200, 50, 10, -700, 400, 0, 90, -30};
  const std::vector<double> filter = whitening.filter_of(centre);
  double sum = 0;
  for (const double w : filter) sum += w;
  EXPECT_NEAR(sum, 0, 1e-9);
  std::vector<std::int16_t> x(kTaps);  // exactly without mean
  x[1] = 35;
  x[4] = -52;
  x[8] = 17;
  const std::vector<double> y = whitening.whiten(x);
  double in_pixels = 0, whitened = 0;
  for (std::size_t i = 0; i < kTaps; ++i) {
    in_pixels += filter[i] * x[i];
    whitened += y[i] * centre[i];
  }
  EXPECT_NEAR(in_pixels, whitened, 1e-9 * std::fabs(whitened));
}

}  // namespace
}  // namespace bitbasin::whitening_test
