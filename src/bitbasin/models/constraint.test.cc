// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/constraint.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/models/lattice.h"

namespace bitbasin::constraint_test {
namespace {

using enum ConstraintKind;
using ::testing::ThrowsMessage;

// The lattice against the definition, sum by sum; kappa sqrt(n) is a whole number in some cases.
TEST(Constraint, TheLatticeAgreesWithTheDefinition) {
  for (const std::size_t n : {1u, 2u, 3u, 4u, 9u, 16u, 21u, 25u, 64u}) {
    const auto largest = static_cast<std::int64_t>(n);
    for (const ConstraintKind kind : {sign, symmetric}) {
      for (double kappa = -1.5; kappa < 2; kappa += 0.25) {
        const Constraint constraint{kind, kappa};
        int allowed = 0, all = 0;
        for (std::int64_t sum = -largest; sum <= largest; sum += 2) {
          allowed += allows(constraint, sum, n);
          ++all;
        }
        if (allowed == 0 || allowed == all) {
          EXPECT_THROW(allowed_sums(constraint, n), Error) << n << " " << kappa;
          continue;
        }
        const SumRange sums = allowed_sums(constraint, n);
        for (std::int64_t sum = -largest; sum <= largest; sum += 2) {
          EXPECT_EQ(sums.contains(sum), allows(constraint, sum, n)) << n << " " << kappa << " " << sum;
        }
      }
    }
  }
}

TEST(Constraint, SumsOfOneParityBoundANumber) {
  EXPECT_EQ(last_sum_within(5, 2.9), 1);
  EXPECT_EQ(last_sum_within(5, 3), 3);
  EXPECT_EQ(last_sum_within(5, -0.5), -1);
  EXPECT_EQ(last_sum_within(4, -0.5), -2);
  EXPECT_EQ(last_sum_within(5, 1e300), 5);
  EXPECT_EQ(last_sum_within(5, -1e300), -7);
  EXPECT_EQ(first_sum_above(5, 3), 5);
  EXPECT_EQ(first_sum_above(5, 5), 7);
}

// doc/models.md: at kappa = 1, N = 1001 and N = 2001 are different problems; N = 1023 and 4901 are alike.
TEST(Constraint, KappaEffLiesHalfWay) {
  EXPECT_NEAR(kappa_eff({symmetric, 1}, 1001), 1.0114, 5e-5);
  EXPECT_NEAR(kappa_eff({symmetric, 1}, 2001), 0.9836, 5e-5);
  EXPECT_NEAR(kappa_eff({symmetric, 1}, 1023), 1.0005, 5e-5);
  EXPECT_NEAR(kappa_eff({symmetric, 1}, 4901), 0.9999, 5e-5);
  EXPECT_NEAR(kappa_eff({sign, 0.5}, 1001), 0.5057, 5e-5);
  EXPECT_NEAR(kappa_eff({sign, -0.5}, 1001), -0.5057, 5e-5);
  EXPECT_EQ(kappa_eff({}, 1001), 0);
  EXPECT_EQ(kappa_eff({}, 4), 0.5);  // x . W > 0 says x . W >= 2
}

TEST(Constraint, RefusesWhatNobodyCanSatisfyOrViolate) {
  EXPECT_THAT(
      [] {
        allowed_sums({sign, 40}, 1001);
      },
      ThrowsMessage<Error>("expected a kappa that weights can satisfy, for 1001 synapses and the sign "
                           "constraint, got 40"));
  EXPECT_THAT(
      [] {
        allowed_sums({symmetric, 0.01}, 1001);
      },
      ThrowsMessage<Error>("expected a kappa that weights can satisfy, for 1001 synapses and the "
                           "symmetric constraint, got 0.01"));
  EXPECT_THAT(
      [] {
        allowed_sums({symmetric, 40}, 1001);
      },
      ThrowsMessage<Error>("expected a kappa that weights can violate, for 1001 synapses and the "
                           "symmetric constraint, got 40"));
}

TEST(Constraint, KappaIsOneWhereItIsSymmetricAndNotGiven) {
  EXPECT_EQ((ConstraintOptions{sign, {}}.chosen()), (Constraint{sign, 0}));
  EXPECT_EQ((ConstraintOptions{symmetric, {}}.chosen()), (Constraint{symmetric, 1}));
  EXPECT_EQ((ConstraintOptions{symmetric, 0.5}.chosen()), (Constraint{symmetric, 0.5}));
  EXPECT_TRUE(Constraint{}.is_plain());
  EXPECT_FALSE((Constraint{symmetric, 0}).is_plain());
  EXPECT_FALSE((Constraint{sign, 0.1}).is_plain());
}

}  // namespace
}  // namespace bitbasin::constraint_test
