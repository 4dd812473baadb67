// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/checker.h"

#include <gtest/gtest.h>

#include <vector>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::checker_test {
namespace {

TEST(CountUnsatisfied, LooksAtEveryClause) {
  Formula formula;
  formula.variables = 2;
  for (const std::vector<Literal>& clause : {std::vector<Literal>{0, 2}, {1, 2}, {0, 3}, {1, 3}}) {
    formula.add_clause(clause);  // every assignment of two variables misses exactly one of these
  }
  for (unsigned bits = 0; bits < 4; ++bits) {
    BitVector assignment(2);
    assignment.words()[0] = bits;
    EXPECT_EQ(count_violations(formula, assignment), 1);
  }
  formula.add_clause({});
  EXPECT_EQ(count_violations(formula, BitVector(2)), 2);
  EXPECT_EQ(count_violations(Formula(), BitVector()), 0);
}

TEST(CountUnsatisfied, ARandomAssignmentMissesOneClauseInEight) {
  const Formula formula = random_ksat(1000, 80000, 3, 1);
  // 10000 expected, standard deviation 94.
  EXPECT_NEAR(static_cast<double>(count_violations(formula, BitVector(1000))), 10000, 500);
}

TEST(CountUnsatisfied, RefusesAnotherSize) {
  EXPECT_EQ(error_text([] { count_violations(random_ksat(5, 1, 3, 1), BitVector(6)); }),
            "expected values for 5 variables, got 6");
}

}  // namespace
}  // namespace bitbasin::checker_test
