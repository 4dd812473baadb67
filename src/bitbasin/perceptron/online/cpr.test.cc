// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/cpr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin::cpr_test {
namespace {

SolveResult run(const PerceptronInstance& instance, const CprOptions& options = {}, SolveSetup setup = {},
                RunLimits limits = {}) {
  RunControl control(limits);
  return solve(instance, options, setup, control);
}

TEST(Cpr, SolvesWithItsDefaults) {
  for (const double alpha : {0.3, 0.6, 0.7}) {
    for (const std::size_t n : {501, 1001}) {
      const PerceptronInstance instance = random_instance(n, pattern_count(n, alpha), 5);
      const SolveResult result = run(instance);
      EXPECT_TRUE(result.solved()) << "n = " << n << ", alpha = " << alpha;
      EXPECT_EQ(count_violations(instance, result.configuration), 0u);
    }
  }
}

TEST(Cpr, SolvesEvenSizes) {
  const PerceptronInstance instance =
      instance_from_patterns(random_bit_matrix(650, 1000, 1), random_bit_vector(650, 2));
  const SolveResult result = run(instance);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(count_violations(instance, result.configuration), 0u);
}

TEST(Cpr, EveryFormSolvesWhatIsEasy) {
  for (const CprSchedule schedule : {CprSchedule::constant, CprSchedule::ramp}) {
    for (const CprDrive drive : {CprDrive::presentations, CprDrive::errors}) {
      for (const std::int64_t margin : {0, 1}) {
        if (schedule == CprSchedule::constant && drive == CprDrive::errors) continue;  // freezes
        CprOptions options;
        options.schedule = schedule;
        options.drive = drive;
        options.margin = margin;
        const PerceptronInstance instance = random_instance(501, 250, 1);
        EXPECT_EQ(count_violations(instance, run(instance, options).configuration), 0u);
      }
    }
  }
}

TEST(Cpr, AConstantRateSolvesTheCapacityOfThePaper) {
  CprOptions options;
  options.schedule = CprSchedule::constant;
  const PerceptronInstance instance = random_instance(1001, pattern_count(1001, 0.69), 1);
  EXPECT_EQ(count_violations(instance, run(instance, options).configuration), 0u);
}

TEST(Cpr, AnotherSeedIsAnotherRun) {
  const PerceptronInstance instance = random_instance(501, 250, 9);
  EXPECT_FALSE(run(instance, {}, {1, 1}).configuration == run(instance, {}, {2, 1}).configuration);
}

TEST(Cpr, GivesUpAfterItsRestarts) {
  const PerceptronInstance instance = random_instance(21, 60, 2);  // beyond the capacity
  CprOptions options;
  options.epochs = 10;
  options.restarts = 3;
  options.longer = 2;
  const SolveResult result = run(instance, options);
  EXPECT_EQ(result.restarts, 3u);
  EXPECT_EQ(result.iterations, 10u + 20 + 40 + 80);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

TEST(CprOptions, AutoFollowsSizeLoadAndForm) {
  const CprOptions small = resolve(CprOptions{}, 1001, 0.65);
  EXPECT_EQ(small.drive, CprDrive::errors);
  EXPECT_EQ(small.margin, 1);
  EXPECT_EQ(small.h_max, 63);
  EXPECT_EQ(small.epochs, 300);
  EXPECT_EQ(small.reinforcement, 35);
  const CprOptions large = resolve(CprOptions{}, 10010, 0.69);
  EXPECT_EQ(large.margin, 2);  // no x . W is 1 for even N
  EXPECT_EQ(large.h_max, 201);
  EXPECT_NEAR(static_cast<double>(*large.epochs), 1200, 1);
  CprOptions constant;
  constant.schedule = CprSchedule::constant;
  const CprOptions paper = resolve(constant, 6561, 0.65);  // 81^2 = 3^8
  EXPECT_EQ(paper.drive, CprDrive::presentations);
  EXPECT_EQ(paper.h_max, 649);
  EXPECT_DOUBLE_EQ(*paper.reinforcement, 0.41 / 3);
}

TEST(CprOptions, WhatIsSetStays) {
  CprOptions options;
  apply(cpr_options(), options,
        parse_spec("cpr:schedule=constant,drive=errors,reinforcement=3,margin=0,h_max=63,epochs=7"));
  const CprOptions same = resolve(options, 1001, 0.7);
  EXPECT_EQ(to_spec("cpr", cpr_options(), same), to_spec("cpr", cpr_options(), options));
  EXPECT_EQ(same.drive, CprDrive::errors);
  EXPECT_EQ(same.margin, 0);
}

TEST(CprOptions, HMaxMustBeOdd) {
  CprOptions options;
  options.h_max = 64;
  EXPECT_EQ(error_text([&] { run(random_instance(21, 5, 1), options); }),
            "cpr: expected an odd h_max, got 64");
}

}  // namespace
}  // namespace bitbasin::cpr_test
