// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/random_ksat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::random_ksat_test {
namespace {

using testing::HasSubstr;

TEST(ClauseCount, RoundsToTheNearest) {
  EXPECT_EQ(clause_count(1000, 4.2), 4200);
  EXPECT_EQ(clause_count(10, 0.25), 3);  // 2.5
  EXPECT_EQ(clause_count(10, 0), 0);
  EXPECT_THAT(error_text([] { clause_count(10, -1); }),
              HasSubstr("alpha, clauses per variable, to be at least 0"));
  EXPECT_THAT(error_text([] { clause_count(10, std::nan("")); }), HasSubstr("got nan"));
  EXPECT_THAT(error_text([] { clause_count(10, INFINITY); }), HasSubstr("at most 2^52"));
}

TEST(RandomKsat, EachClauseHoldsKDistinctVariables) {
  for (const std::uint32_t n : {1u, 2u, 4u, 7u, 100u}) {
    for (std::uint32_t k = 1; k <= std::min(n, 7u); ++k) {
      const Formula formula = random_ksat(n, 200, k, 3);
      ASSERT_EQ(formula.clauses(), 200);
      EXPECT_EQ(formula.variables, n);
      for (std::size_t a = 0; a < 200; ++a) {
        std::set<std::uint32_t> variables;
        for (const Literal literal : formula.clause(a)) variables.insert(variable_of(literal));
        EXPECT_EQ(variables.size(), k);
        EXPECT_LT(*variables.rbegin(), n);
      }
    }
  }
}

// The definition, which files and published results depend on.
TEST(RandomKsat, LiteralsComeFromTheStreamOfTheirClause) {
  const Formula formula = random_ksat(1000000, 50, 3, 9);
  for (std::size_t a = 0; a < 50; ++a) {
    Stream stream(9, purpose("sat.clauses"), a);
    for (const Literal literal : formula.clause(a)) EXPECT_EQ(literal, uniform_below(stream, 2000000));
  }
}

TEST(RandomKsat, DoesNotDependOnThreadsOrOnLaterClauses) {
  const Formula formula = random_ksat(100, 5000, 4, 5);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(random_ksat(100, 5000, 4, 5, threads), formula);
  const Formula shorter = random_ksat(100, 17, 4, 5);
  EXPECT_TRUE(std::equal(shorter.literals.begin(), shorter.literals.end(), formula.literals.begin()));
  EXPECT_FALSE(random_ksat(100, 5000, 4, 6) == formula);
}

TEST(RandomKsat, VariablesSignsAndPlacesAreUniform) {
  constexpr std::uint32_t kVariables = 6;
  constexpr std::size_t kClauses = 40000;
  const Formula formula = random_ksat(kVariables, kClauses, 3, 1);
  std::vector<std::vector<double>> counts(3, std::vector<double>(2 * kVariables));
  for (std::size_t a = 0; a < kClauses; ++a) {
    for (std::size_t i = 0; i < 3; ++i) ++counts[i][formula.clause(a)[i]];
  }
  const double expected = kClauses / 12.0;
  for (const auto& place : counts) {
    double chi_squared = 0;
    for (const double count : place) chi_squared += (count - expected) * (count - expected) / expected;
    EXPECT_LT(chi_squared, 31.3);  // 11 degrees of freedom, probability 0.001
  }
}

TEST(RandomKsat, RefusesImpossibleSizes) {
  EXPECT_EQ(error_text([] { random_ksat(3, 10, 4, 1); }),
            "expected K, the number of variables per clause, from 1 to N = 3, got 4");
  EXPECT_THAT(error_text([] { random_ksat(3, 10, 0, 1); }), HasSubstr("from 1 to N = 3, got 0"));
  EXPECT_THAT(error_text([] { random_ksat(0, 10, 1, 1); }), HasSubstr("from 1 to 1073741824, got 0"));
  EXPECT_THAT(error_text([] { random_ksat(10, std::numeric_limits<std::size_t>::max(), 3, 1); }),
              HasSubstr("expected at most 4294967295 literals"));
  EXPECT_EQ(random_ksat(3, 0, 3, 1).clauses(), 0);
}

}  // namespace
}  // namespace bitbasin::random_ksat_test
