// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/tilted_amp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/entropy/local_entropy.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/enumerate.test.h"
#include "bitbasin/perceptron/search/sa.h"

namespace bitbasin::tilted_amp_test {
namespace {

using Estimated = TiltedAmp<PatternProducts>;

// Two passes, because message passing is tested here, not rounding.
struct Fixture {
  PerceptronInstance instance;
  PatternProducts patterns;
  Estimated amp;
  Stream stream{1, purpose("test.tilted_amp")};
  RunControl control;

  explicit Fixture(PerceptronInstance given, double tolerance = 1e-5)
      : instance(std::move(given)),
        patterns(instance.x, instance.sums(), 1, 2),
        amp(patterns, instance, {.tolerance = tolerance, .max_iterations = 2000}) {}

  Convergence converge(const BitVector& reference, double gamma) {
    amp.start(reference, gamma, stream);
    return amp.reconverge(control);
  }
};

// F and magnetisations by summing over all solutions.
struct Exact {
  double free_entropy = 0;
  std::vector<double> m;
};

Exact enumerate_tilted(const PerceptronInstance& instance, const BitVector& reference, double gamma) {
  const std::size_t n = instance.n();
  Exact exact{0, std::vector<double>(n)};
  double z = 0;
  for (const std::uint32_t w : enumerate_solutions(instance)) {
    int overlap = 0;
    for (std::size_t i = 0; i < n; ++i) overlap += (w >> i & 1 ? 1 : -1) * reference.sign(i);
    const double weight = std::exp(gamma * overlap);
    z += weight;
    for (std::size_t i = 0; i < n; ++i) exact.m[i] += weight * (w >> i & 1 ? 1 : -1);
  }
  for (double& m : exact.m) m /= z;
  exact.free_entropy = std::log(z);
  return exact;
}

// Message passing is exact only for N -> infinity, and its errors at these sizes are known from an
// independent program (mean over 12 to 20 instances). If the lattice of sums were ignored they would be 0.03
// to 0.09.
TEST(TiltedAmp, EntropiesUnderConstraintsAgreeWithEnumeration) {
  struct Case {
    Constraint constraint;
    std::size_t n;
    double alpha;
    double bias, size;  // bounds of the mean error in F / N, and of its mean absolute value
  };
  const Case cases[] = {{{}, 15, 0.4, 0.012, 0.018},
                        {{}, 16, 0.4, 0.012, 0.027},  // even: x . W > 0 says x . W >= 2
                        {{}, 19, 0.4, 0.012, 0.018},
                        {{ConstraintKind::sign, 0.5}, 19, 0.32, 0.018, 0.027},
                        {{ConstraintKind::sign, -0.5}, 19, 0.32, 0.006, 0.008},
                        {{ConstraintKind::symmetric, 1}, 15, 0.5, 0.008, 0.014},
                        {{ConstraintKind::symmetric, 1}, 19, 0.5, 0.008, 0.014}};
  for (const Case& c : cases) {
    double sum = 0, size = 0;
    int converged = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      PerceptronInstance patterns = random_instance(c.n | 1, pattern_count(c.n, c.alpha), seed);
      if (c.n % 2 == 0) {
        BitMatrix x(patterns.patterns(), c.n);
        for (std::size_t r = 0; r < x.rows(); ++r) {
          for (std::size_t i = 0; i < c.n; ++i) x.set(r, i, patterns.x.get(r, i));
        }
        patterns = instance_from_patterns(std::move(x), BitVector(patterns.patterns()));
      }
      Fixture f(with_constraint(std::move(patterns), c.constraint));
      const auto solutions = static_cast<double>(enumerate_solutions(f.instance).size());
      if (solutions == 0 || !f.converge(BitVector(c.n), 0).converged) continue;
      ++converged;
      const double error = (f.amp.free_entropy() - std::log(solutions)) / static_cast<double>(c.n);
      sum += error;
      size += std::abs(error);
    }
    ASSERT_GE(converged, 8);
    EXPECT_LT(std::abs(sum) / converged, c.bias) << to_string(c.constraint.kind) << c.constraint.kappa << c.n;
    EXPECT_LT(size / converged, c.size) << to_string(c.constraint.kind) << c.constraint.kappa << c.n;
  }
}

// dF / dgamma = sum_i W~_i m_i, because F is stationary in the messages. This tests log Z, G and Gam
// together.
TEST(TiltedAmp, FreeEntropyIsStationaryUnderEveryConstraint) {
  for (const Constraint& constraint : {Constraint{ConstraintKind::sign, 0.3},
                                       {ConstraintKind::sign, -0.8},
                                       {ConstraintKind::symmetric, 1}}) {
    Fixture f(with_constraint(random_instance(301, 75, 4), constraint), 1e-6);
    const BitVector reference = random_bit_vector(301, 5);
    constexpr double kGamma = 0.3, kStep = 0.01;
    ASSERT_TRUE(f.converge(reference, kGamma - kStep).converged);
    const double before = f.amp.free_entropy();
    ASSERT_TRUE(f.converge(reference, kGamma + kStep).converged);
    const double after = f.amp.free_entropy();
    ASSERT_TRUE(f.converge(reference, kGamma).converged);
    double overlap = 0;
    for (std::size_t i = 0; i < 301; ++i) overlap += reference.sign(i) * f.amp.magnetisation(i);
    EXPECT_NEAR((after - before) / (2 * kStep), overlap, 0.02) << to_string(constraint.kind);
  }
}

// The exact entropy of the symmetric constraint, at any size: every pattern takes log Z(0, N).
TEST(TiltedAmp, WithoutATiltATubeHasItsAnnealedEntropy) {
  Fixture f(with_constraint(random_instance(501, 400, 6), {ConstraintKind::symmetric, 1}));
  ASSERT_TRUE(f.converge(BitVector(501), 0).converged);
  const double t = kappa_eff(f.instance.constraint, 501);
  EXPECT_NEAR(f.amp.free_entropy(), 501 * std::log(2.0) + 400 * std::log(std::erf(t / std::sqrt(2.0))), 1e-6);
}

TEST(TiltedAmp, AgreesWithEnumeration) {
  // Mean errors over 20 instances at N = 15: message passing is exact only for N -> infinity. Measured 0.009
  // and 0.013 in F / N, 0.035 and 0.050 in m, for gamma = 0 and 0.5.
  for (const double gamma : {0.0, 0.5}) {
    double f_error = 0, m_error = 0;
    int converged = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Fixture f(random_instance(15, 5, seed));
      const BitVector reference = random_bit_vector(15, seed + 100);
      if (!f.converge(reference, gamma).converged) continue;
      ++converged;
      const Exact exact = enumerate_tilted(f.instance, reference, gamma);
      f_error += std::abs(f.amp.free_entropy() - exact.free_entropy) / 15;
      for (std::size_t i = 0; i < 15; ++i) m_error += std::abs(f.amp.magnetisation(i) - exact.m[i]) / 15;
    }
    ASSERT_GE(converged, 18);
    EXPECT_LT(f_error / converged, 0.02) << gamma;
    EXPECT_LT(m_error / converged, 0.06) << gamma;
  }
}

TEST(TiltedAmp, WithoutPatternsItIsExact) {
  Fixture f(random_instance(15, 0, 1));
  ASSERT_TRUE(f.converge(random_bit_vector(15, 2), 0.7).converged);
  EXPECT_NEAR(f.amp.free_entropy(), 15 * std::log(2 * std::cosh(0.7)), 1e-12);
}

TEST(TiltedAmp, TheSlopeOfTheFreeEntropyIsTheOverlap) {
  // dF/dgamma = sum_i W~_i m_i, exactly, because F is stationary in the messages.
  Fixture f(random_instance(801, 300, 3));
  const BitVector reference = random_bit_vector(801, 4);
  const double gamma = 0.3, h = 1e-3;
  const auto free_entropy = [&](double g) {
    EXPECT_TRUE(f.converge(reference, g).converged);
    return f.amp.free_entropy();
  };
  const double slope = (free_entropy(gamma + h) - free_entropy(gamma - h)) / (2 * h);
  f.converge(reference, gamma);
  double overlap = 0;
  for (std::size_t i = 0; i < 801; ++i) overlap += reference.sign(i) * f.amp.magnetisation(i);
  // the O(N + P) form leaves out terms of order 1 / N
  EXPECT_NEAR(slope / 801, overlap / 801, 3.0 / 801);
}

TEST(TiltedAmp, OneFixedPointPredictsEveryFlip) {
  Fixture f(random_instance(401, 120, 5));
  const BitVector reference = random_bit_vector(401, 6);
  const double gamma = 0.2;
  f.converge(reference, gamma);
  const double before = f.amp.free_entropy();
  const auto state = f.amp.save();
  double error = 0, size = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    const double predicted = flip_gain(f.amp.field(i) * reference.sign(i), gamma);
    f.amp.flip(i);
    f.amp.reconverge(f.control);
    const double found = f.amp.free_entropy() - before;
    EXPECT_EQ(found > 0, predicted > 0) << i;
    error += std::abs(found - predicted) / 40;
    size += std::abs(found) / 40;
    f.amp.restore(state);
  }
  EXPECT_GT(size, 0.05);
  EXPECT_LT(error, 0.005);  // the prototype's notes have 5e-4 at this size
}

TEST(TiltedAmp, KeepsEnergyAndMismatches) {
  Fixture f(random_instance(201, 80, 7), 0.1);
  f.converge(random_bit_vector(201, 8), 0.4);
  for (std::size_t t = 0; t < 30; ++t) {
    f.amp.flip(t * 13 % 201);
    if (t % 5 == 0) f.amp.reconverge(f.control);
    ASSERT_EQ(f.amp.energy(), count_violations(f.instance, f.amp.reference()));
    for (std::size_t i = 0; i < 201; ++i) {
      ASSERT_EQ(f.amp.mismatches().contains(i), f.amp.field(i) * f.amp.reference().sign(i) < 0);
    }
  }
}

TEST(TiltedAmp, RestoreBringsEverythingBack) {
  Fixture f(random_instance(201, 80, 9));
  f.converge(random_bit_vector(201, 10), 0.4);
  const auto state = f.amp.save();
  const double field = f.amp.field(3), free_entropy = f.amp.free_entropy();
  f.amp.flip(3);
  f.amp.flip(100);
  f.amp.set_gamma(0.6);
  f.amp.reconverge(f.control);
  EXPECT_NE(f.amp.field(3), field);
  f.amp.restore(state);
  EXPECT_EQ(f.amp.field(3), field);
  EXPECT_EQ(f.amp.gamma(), 0.4);
  EXPECT_EQ(f.amp.reference(), state.reference);
  EXPECT_EQ(f.amp.energy(), count_violations(f.instance, state.reference));
  EXPECT_DOUBLE_EQ(f.amp.free_entropy(), free_entropy);
}

TEST(TiltedAmp, LocalEntropyAgreesWithEnumeration) {
  // Around a solution at N = 15: log of the tilted sum, Legendre transformed.
  double error = 0;
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Fixture f(random_instance(15, 5, seed));
    const auto solutions = enumerate_solutions(f.instance);
    ASSERT_FALSE(solutions.empty());
    BitVector reference(15);
    for (std::size_t i = 0; i < 15; ++i) reference.set(i, solutions[solutions.size() / 2] >> i & 1);
    const double distances[] = {0.2};
    const auto points = local_entropy(f.amp, reference, distances, f.stream, f.control);
    if (!points[0].converged) continue;
    const Exact exact = enumerate_tilted(f.instance, reference, points[0].gamma);
    double overlap = 0;
    for (std::size_t i = 0; i < 15; ++i) overlap += reference.sign(i) * exact.m[i] / 15;
    error += std::abs(points[0].entropy - (exact.free_entropy / 15 - points[0].gamma * overlap));
    ++count;
  }
  ASSERT_GE(count, 8);
  EXPECT_LT(error / count, 0.04);
}

TEST(TiltedAmp, MeasuresAroundSolutionsThatAreNearlyIsolated) {
  // Starting from the inside, the messages freeze at the reference, and no distance is ever reached.
  Fixture f(random_instance(1001, 300, 82000));
  const SolveResult found = solve(f.instance, SaOptions{}, {82000, 1}, f.control);
  ASSERT_TRUE(found.solved());
  const double distances[] = {0.02, 0.1};
  const auto points = local_entropy(f.amp, found.configuration, distances, f.stream, f.control);
  EXPECT_TRUE(points[0].converged);
  EXPECT_TRUE(points[1].converged);
  EXPECT_GT(points[0].entropy, 0.04);  // 0.063 in the mean over instances
  EXPECT_LT(points[0].entropy, 0.08);
}

}  // namespace
}  // namespace bitbasin::tilted_amp_test
