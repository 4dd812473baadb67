// SPDX-License-Identifier: Apache-2.0
// The theory beside an enumeration of small instances.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "bitbasin/perceptron/enumerate.test.h"
#include "bitbasin/theory/curve.h"
#include "bitbasin/theory/equilibrium.h"

namespace bitbasin::local_entropy_test {
namespace {

constexpr std::size_t kSynapses = 13;
constexpr int kInstances = 30;

// For each distance k / N, the mean over solutions W~ of typical instances of ln(number of solutions there) /
// N; if there is none, ln of 1/2 is used instead.
std::vector<double> enumerated_local_entropy(double alpha) {
  std::vector<double> sum(kSynapses + 1);
  std::vector<double> weight(kSynapses + 1);
  for (int i = 0; i < kInstances; ++i) {
    const auto instance =
        random_instance(kSynapses, pattern_count(kSynapses, alpha), static_cast<std::uint64_t>(100 + i), 1);
    const auto solutions = enumerate_solutions(instance);
    for (const std::uint32_t reference : solutions) {
      std::vector<int> count(kSynapses + 1);
      for (const std::uint32_t w : solutions) ++count[static_cast<std::size_t>(std::popcount(w ^ reference))];
      for (std::size_t k = 0; k <= kSynapses; ++k) {
        const double share = 1.0 / static_cast<double>(solutions.size());
        sum[k] += share * std::log(std::max(0.5, static_cast<double>(count[k]))) / kSynapses;
        weight[k] += share;
      }
    }
  }
  for (std::size_t k = 0; k <= kSynapses; ++k) sum[k] /= weight[k];
  return sum;
}

// ln of the binomial coefficient over N, the value at alpha = 0.
double entropy_of_distance(std::size_t k) {
  const double n = kSynapses, m = static_cast<double>(k);
  return (std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(n - m + 1)) / n;
}

// 13 synapses are far from infinitely many, so the comparison is of the entropy that the patterns cost: it
// grows with alpha as in the theory, and is of the same size.
TEST(LocalEntropy, EnumerationFollowsTheTheoryOfTypicalSolutions) {
  const double distances[] = {2.0 / kSynapses, 3.0 / kSynapses};
  std::vector<double> last_cost(2);
  for (const double alpha : {0.2, 0.4}) {
    const auto measured = enumerated_local_entropy(alpha);
    RunControl control;
    const auto theory = theory_curve({LabelSource::classify, alpha, 0.0, {1.6, 1}}, distances, control);
    ASSERT_EQ(theory.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_TRUE(theory[i].converged);
      const double d = distances[i];
      const double bound = -d * std::log(d) - (1 - d) * std::log(1 - d);
      const double cost = entropy_of_distance(i + 2) - measured[i + 2];
      EXPECT_NEAR(cost / (bound - theory[i].internal_entropy), 1, 0.5) << alpha << " " << d;
      EXPECT_GT(cost, 1.5 * last_cost[i]) << alpha << " " << d;
      last_cost[i] = cost;
    }
  }
}

}  // namespace
}  // namespace bitbasin::local_entropy_test
