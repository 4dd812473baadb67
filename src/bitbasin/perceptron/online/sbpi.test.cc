// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/sbpi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin::sbpi_test {
namespace {

SolveResult run(const PerceptronInstance& instance, const SbpiOptions& options = {}, SolveSetup setup = {},
                RunLimits limits = {}) {
  RunControl control(limits);
  return solve(instance, options, setup, control);
}

TEST(Sbpi, SolvesWithItsDefaults) {
  for (const double alpha : {0.3, 0.6, 0.7}) {
    for (const std::size_t n : {501, 1001}) {
      const PerceptronInstance instance = random_instance(n, pattern_count(n, alpha), 5);
      const SolveResult result = run(instance);
      EXPECT_TRUE(result.solved()) << "n = " << n << ", alpha = " << alpha;
      EXPECT_EQ(count_violations(instance, result.configuration), 0u);
    }
  }
}

TEST(Sbpi, SolvesEvenSizes) {
  const PerceptronInstance instance =
      instance_from_patterns(random_bit_matrix(650, 1000, 1), random_bit_vector(650, 2));
  const SolveResult result = run(instance);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(count_violations(instance, result.configuration), 0u);
}

TEST(Sbpi, ThePapersFormSolvesToo) {
  SbpiOptions options;
  options.schedule = SbpiSchedule::constant;
  const PerceptronInstance instance = random_instance(1001, 660, 1);
  EXPECT_EQ(count_violations(instance, run(instance, options).configuration), 0u);
}

TEST(Sbpi, AnotherSeedIsAnotherRun) {
  const PerceptronInstance instance = random_instance(501, 250, 9);
  EXPECT_FALSE(run(instance, {}, {1, 1}).configuration == run(instance, {}, {2, 1}).configuration);
}

TEST(Sbpi, GivesUpAfterItsRestarts) {
  const PerceptronInstance instance = random_instance(21, 60, 2);  // beyond the capacity
  SbpiOptions options;
  options.epochs = 10;
  options.restarts = 3;
  options.longer = 2;
  const SolveResult result = run(instance, options);
  EXPECT_EQ(result.restarts, 3u);
  EXPECT_EQ(result.iterations, 10u + 20 + 40 + 80);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

TEST(SbpiOptions, AutoFollowsSizeAndLoad) {
  const SbpiOptions small = resolve(SbpiOptions{}, 1001, 0.65);
  EXPECT_EQ(small.theta, 1);
  EXPECT_EQ(small.h_max, 127);
  EXPECT_EQ(small.epochs, 500);
  EXPECT_DOUBLE_EQ(*small.probability, 0.4);
  const SbpiOptions large = resolve(SbpiOptions{}, 10010, 0.69);
  EXPECT_EQ(large.theta, 2);  // no x . W is 1 for even N
  EXPECT_EQ(large.h_max, 401);
  EXPECT_NEAR(static_cast<double>(*large.epochs), 2000, 1);
  EXPECT_NEAR(*large.probability, 0.37 * 4 / 3, 1e-9);
  SbpiOptions constant;
  constant.schedule = SbpiSchedule::constant;
  EXPECT_NEAR(*resolve(constant, 1001, 0.65).probability, 0.3, 1e-12);
  EXPECT_EQ(*resolve(constant, 1, 0.65).probability, 0.1);
}

TEST(SbpiOptions, WhatIsSetStays) {
  SbpiOptions options;
  apply(sbpi_options(), options,
        parse_spec("sbpi:schedule=constant,theta=3,probability=0.11,h_max=63,epochs=7,restarts=1,longer=2"));
  const SbpiOptions same = resolve(options, 1001, 0.7);
  EXPECT_EQ(to_spec("sbpi", sbpi_options(), same), to_spec("sbpi", sbpi_options(), options));
  EXPECT_EQ(same.schedule, SbpiSchedule::constant);
  EXPECT_EQ(same.theta, 3);
  EXPECT_EQ(same.h_max, 63);
}

TEST(SbpiOptions, HMaxMustBeOdd) {
  SbpiOptions options;
  options.h_max = 64;
  EXPECT_EQ(error_text([&] { run(random_instance(21, 5, 1), options); }),
            "sbpi: expected an odd h_max, got 64");
}

}  // namespace
}  // namespace bitbasin::sbpi_test
