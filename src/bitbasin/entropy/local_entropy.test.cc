// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/entropy/local_entropy.h"

#include <gtest/gtest.h>

#include "bitbasin/search/enumerated.test.h"

namespace bitbasin::local_entropy_test {
namespace {

BitVector configuration(std::size_t n, std::uint64_t bits) {
  BitVector w(n);
  w.words()[0] = bits;
  return w;
}

// The point of the Legendre transform at the gamma that was found, summed over all solutions.
TEST(LocalEntropy, IsTheLegendreTransform) {
  constexpr std::size_t kN = 12;
  Enumerated estimator(kN, 15, 7);
  ASSERT_GT(estimator.solutions().size(), 100u);
  const std::uint64_t center = estimator.solutions()[17];
  const std::vector<double> distances{0.3, 0.1, 0.05, 0.45, 0.6};
  Stream stream(1, purpose("test"));
  RunControl control;
  const auto points = local_entropy(estimator, configuration(kN, center), distances, stream, control);
  ASSERT_EQ(points.size(), distances.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const EntropyPoint& point = points[k];
    EXPECT_EQ(point.distance, distances[k]);
    EXPECT_TRUE(point.converged);
    double total = 0, mean = 0;
    for (const std::uint64_t w : estimator.solutions()) {
      const auto distance = static_cast<double>(std::popcount(w ^ center)) / kN;
      const double weight = std::exp(point.gamma * kN * (1 - 2 * distance));
      total += weight;
      mean += weight * distance;
    }
    mean /= total;
    EXPECT_NEAR(mean, distances[k], 1e-5);
    EXPECT_NEAR(point.entropy, std::log(total) / kN - point.gamma * (1 - 2 * mean), 1e-4);
  }
  EXPECT_GT(points[2].gamma, points[1].gamma);
  EXPECT_GT(points[1].entropy, points[2].entropy);
  EXPECT_LT(points[4].gamma, 0) << "more than half of the variables away";
}

TEST(LocalEntropy, OfFreeVariablesIsTheBinaryEntropy) {
  Enumerated estimator(10, 0, 1);
  Stream stream(1, purpose("test"));
  RunControl control;
  const std::vector<double> distances{0.0, 0.01, 0.25, 0.5, 0.9};
  const auto points = local_entropy(estimator, configuration(10, 0x155), distances, stream, control);
  EXPECT_EQ(points[0].entropy, 0);
  for (std::size_t k = 1; k < points.size(); ++k) {
    const double d = distances[k];
    EXPECT_NEAR(points[k].entropy, -d * std::log(d) - (1 - d) * std::log(1 - d), 1e-9);
    EXPECT_NEAR(points[k].gamma, std::atanh(1 - 2 * d), 1e-4);
  }
  EXPECT_NEAR(bethe_entropy(estimator, stream, control).entropy, std::log(2.0), 1e-12);
}

TEST(LocalEntropy, SaysWhatItCouldNotReach) {
  Enumerated estimator(3, 1, 1);  // one triple: the complement of a solution is the farthest one
  Stream stream(1, purpose("test"));
  {
    RunControl control;
    estimator.never_converges = true;
    const auto points =
        local_entropy(estimator, configuration(3, 1), std::vector<double>{0.2}, stream, control);
    EXPECT_FALSE(points[0].converged);
    EXPECT_FALSE(std::isnan(points[0].entropy));
  }
  RunControl control({.work = 5});
  const auto points =
      local_entropy(estimator, configuration(3, 1), std::vector<double>{0.1, 0.2, 0.4}, stream, control);
  EXPECT_TRUE(std::isnan(points[2].entropy));
  EXPECT_FALSE(points[2].converged);
}

TEST(LocalEntropy, AReferenceThatIsNoSolutionHasNoneAtDistanceZero) {
  Enumerated estimator(6, 10, 2);
  Stream stream(1, purpose("test"));
  RunControl control;
  const auto points =
      local_entropy(estimator, configuration(6, 0), std::vector<double>{0.0}, stream, control);
  EXPECT_TRUE(std::isnan(points[0].entropy));
}

}  // namespace
}  // namespace bitbasin::local_entropy_test
