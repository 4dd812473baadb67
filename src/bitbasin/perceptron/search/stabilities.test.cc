// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/stabilities.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::stabilities_test {
namespace {

// Even and odd N, more and fewer patterns than a cache line holds, none at all.
struct Case {
  std::size_t n, patterns;
};
constexpr Case kCases[] = {{1, 1}, {2, 3}, {7, 0}, {21, 64}, {64, 63}, {101, 700}, {130, 520}};

PerceptronInstance any_instance(const Case& c, std::uint64_t seed, const Constraint& constraint = {}) {
  return with_constraint(instance_from_patterns(random_bit_matrix(c.patterns, c.n, seed),
                                                random_bit_vector(c.patterns, seed + 1)),
                         constraint);
}

struct Energies {
  std::int64_t errors = 0, depth = 0;
};

// From the definition, pattern by pattern.
Energies energies(const PerceptronInstance& instance, const BitVector& w) {
  Energies e;
  for (std::size_t k = 0; k < instance.patterns(); ++k) {
    std::int64_t delta = 0;
    for (std::size_t i = 0; i < instance.n(); ++i) delta += instance.x.sign(k, i) * w.sign(i);
    if (allows(instance.constraint, delta, instance.n())) continue;
    ++e.errors;
    // Towards the allowed sums: upwards, except above a tube.
    const bool above = instance.constraint.kind == ConstraintKind::symmetric && delta > 0;
    for (; !allows(instance.constraint, delta, instance.n()); delta += above ? -2 : 2) ++e.depth;
  }
  return e;
}

TEST(Stabilities, CountersStayEqualToRecomputation) {
  std::uint64_t seed = 1;
  for (const Case& c : kCases) {
    // Without a margin, with one of either sign, and in a tube, each where the case is large enough.
    constexpr Constraint kConstraints[] = {
        {}, {ConstraintKind::sign, 0.8}, {ConstraintKind::sign, -0.9}, {ConstraintKind::symmetric, 0.7}};
    const Constraint& constraint = kConstraints[c.n > 2 ? seed % 4 : 0];
    const PerceptronInstance instance = any_instance(c, ++seed, constraint);
    const BitVector start = random_bit_vector(c.n, seed);
    constexpr std::size_t kFlips = 40;
    const auto place = [&](std::size_t t) { return (t * 37 + t * t) % c.n; };
    std::vector<Energies> path;  // before each flip, and after the last
    BitVector w = start;
    for (std::size_t t = 0; t < kFlips; ++t) {
      path.push_back(energies(instance, w));
      w.flip(place(t));
    }
    path.push_back(energies(instance, w));

    for_every_simd_level([&](auto) {
      Stabilities s(instance, start);
      for (std::size_t t = 0; t < kFlips; ++t) {
        const std::size_t i = place(t);
        ASSERT_EQ(static_cast<std::int64_t>(s.errors()), path[t].errors);
        ASSERT_EQ(s.depth(), path[t].depth);
        EXPECT_EQ(s.error_change(i), path[t + 1].errors - path[t].errors);
        EXPECT_EQ(s.depth_change(i), path[t + 1].depth - path[t].depth);
        s.flip(i);
      }
      EXPECT_EQ(s.weights(), w);
    });
  }
}

TEST(Stabilities, StepsFollowTheStabilities) {
  const PerceptronInstance instance = any_instance({101, 70}, 5);
  Stabilities s(instance, random_bit_vector(101, 6));
  for (std::size_t i = 0; i < 101; ++i) s.flip(i);  // all weights turned
  for (std::size_t k = 0; k < 70; ++k) {
    std::int64_t delta = 0;
    for (std::size_t i = 0; i < 101; ++i) delta += instance.x.sign(k, i) * s.weights().sign(i);
    EXPECT_EQ(2 * s.steps(k) + 1, delta) << k;
  }
}

TEST(Stabilities, BreaksNoneSaysWhetherRightPatternsStayRight) {
  const PerceptronInstance instance = any_instance({21, 9}, 8);
  Stabilities s(instance, random_bit_vector(21, 9));
  int yes = 0;
  for (std::size_t i = 0; i < 21; ++i) {
    bool broken = false;
    for (std::size_t k = 0; k < 9; ++k) {
      std::int64_t delta = 0;
      for (std::size_t j = 0; j < 21; ++j) delta += instance.x.sign(k, j) * s.weights().sign(j);
      broken |= delta > 0 && delta - 2 * instance.x.sign(k, i) * s.weights().sign(i) <= 0;
    }
    EXPECT_EQ(s.breaks_none(i), !broken) << i;
    yes += !broken;
  }
  EXPECT_GT(yes, 0);
  EXPECT_LT(yes, 21);
}

TEST(Stabilities, ManyEqualPatternsAreCounted) {
  constexpr std::size_t kPatterns = 20000;
  BitMatrix x(kPatterns, 5);
  BitVector labels(kPatterns);
  for (std::size_t k = 0; k < kPatterns; ++k) {
    for (std::size_t i = 0; i < 5; ++i) x.set(k, i, true);
    labels.set(k, true);
  }
  const PerceptronInstance instance = instance_from_patterns(std::move(x), std::move(labels));
  for_every_simd_level([&](auto) {
    Stabilities s(instance, BitVector(5));  // every sum is -5
    s.flip(0);
    s.flip(1);
    EXPECT_EQ(s.errors(), kPatterns);
    EXPECT_EQ(s.error_change(0), 0);
    EXPECT_EQ(s.depth_change(0), static_cast<std::int64_t>(kPatterns));
    EXPECT_EQ(s.error_change(2), -static_cast<std::int64_t>(kPatterns));
    s.flip(2);
    EXPECT_EQ(s.errors(), 0);
    EXPECT_EQ(s.error_change(0), static_cast<std::int64_t>(kPatterns));
    EXPECT_EQ(s.depth(), 0);
  });
}

TEST(Stabilities, AssignStartsAgain) {
  const PerceptronInstance instance = any_instance({33, 40}, 12);
  Stabilities s(instance, random_bit_vector(33, 13));
  s.flip(3);
  const BitVector other = random_bit_vector(33, 14);
  s.assign(other);
  EXPECT_EQ(s.weights(), other);
  EXPECT_EQ(static_cast<std::int64_t>(s.errors()), energies(instance, other).errors);
  EXPECT_EQ(s.depth(), energies(instance, other).depth);
}

}  // namespace
}  // namespace bitbasin::stabilities_test
