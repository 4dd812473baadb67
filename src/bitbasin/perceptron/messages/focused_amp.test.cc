// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/focused_amp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bitbasin/perceptron/enumerate.test.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/run_watch.h"

namespace bitbasin::focused_amp_test {
namespace {

// Two passes: what is tested is message passing, not rounding.
struct Fixture {
  PerceptronInstance instance;
  PatternProducts patterns;
  FocusedAmp<PatternProducts> amp;

  explicit Fixture(PerceptronInstance given)
      : instance(std::move(given)),
        patterns(instance.x, instance.sums(), 1, 2),
        amp(patterns, channel_of(instance.constraint, instance.n()), 1) {}

  FocusingEntropy converge(double gamma, double y, int iterations = 300) {
    amp.start(random_fields(instance.n(), 1, 0));
    for (int t = 0; t < iterations; ++t) amp.iterate(gamma, y, 0, 0.5);
    return amp.entropy();
  }
};

// F per replica and weight, by the sum over all references and all solutions.
double enumerated(const PerceptronInstance& instance, double gamma, double y) {
  const std::size_t n = instance.n();
  std::vector<double> z(std::size_t{1} << n);
  for (const std::uint32_t w : enumerate_solutions(instance)) z[w] = 1;
  // exp(gamma W~ . W) is a product over weights: one at a time turns from W into W~.
  for (std::size_t bit = 1; bit < z.size(); bit *= 2) {
    for (std::size_t w = 0; w < z.size(); ++w) {
      if (w & bit) continue;
      const double off = z[w], on = z[w | bit];
      z[w] = std::exp(gamma) * off + std::exp(-gamma) * on;
      z[w | bit] = std::exp(-gamma) * off + std::exp(gamma) * on;
    }
  }
  double sum = 0;
  for (const double around : z) sum += std::pow(around, y);
  return std::log(sum) / (static_cast<double>(n) * y);
}

// Message passing is exact only for N -> infinity; its errors at this size are known from another program.
TEST(FocusedAmp, FreeEntropyAgreesWithEnumeration) {
  for (const double y : {2.0, 3.0, 5.0}) {
    double sum = 0, size = 0;
    constexpr int kInstances = 12;
    for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
      Fixture f(random_instance(15, 6, seed));
      const double error = f.converge(0.5, y).free_entropy / y - enumerated(f.instance, 0.5, y);
      sum += error / kInstances;
      size += std::abs(error) / kInstances;
    }
    EXPECT_LT(std::abs(sum), 0.008) << y;
    EXPECT_LT(size, 0.009) << y;
  }
}

TEST(FocusedAmp, OneReplicaIsPlainBeliefPropagation) {
  Fixture f(random_instance(301, 120, 2));
  const FocusingEntropy one = f.converge(0.6, 1);
  EXPECT_NEAR(one.overlap, std::tanh(0.6), 1e-12);
  // A reference for each solution, weighted by exp(gamma W~ . W).
  Amp<PatternProducts> plain(f.patterns, AnyModel(SignModel(0.0)), 1);
  plain.start(random_fields(301, 1, 0));
  for (int t = 0; t < 100; ++t) plain.iterate(0, [](std::size_t, double u) { return u; });
  const double entropy = plain.free_entropy(std::vector<double>(301)) / 301;
  EXPECT_NEAR(one.free_entropy, entropy + std::log(2 * std::cosh(0.6)), 1e-7);
}

// F is stationary in the messages, so that its derivatives are those of its explicit terms.
TEST(FocusedAmp, DerivativesOfTheFreeEntropy) {
  for (const Constraint& constraint :
       {Constraint{}, {ConstraintKind::sign, 0.3}, {ConstraintKind::sign, -0.5}}) {
    Fixture f(with_constraint(random_instance(301, 75, 4), constraint));
    constexpr double kGamma = 0.4, kY = 2.5, kStep = 0.01;
    const FocusingEntropy here = f.converge(kGamma, kY);
    const double by_gamma =
        (f.converge(kGamma + kStep, kY).free_entropy - f.converge(kGamma - kStep, kY).free_entropy) /
        (2 * kStep);
    const double by_y =
        (f.converge(kGamma, kY + kStep).free_entropy - f.converge(kGamma, kY - kStep).free_entropy) /
        (2 * kStep);
    EXPECT_NEAR(by_gamma / kY, here.overlap, 1e-4);
    EXPECT_NEAR(by_y - kGamma * here.overlap, here.local_entropy, 1e-4);
  }
}

}  // namespace
}  // namespace bitbasin::focused_amp_test
