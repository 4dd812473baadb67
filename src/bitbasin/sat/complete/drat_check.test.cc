// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/complete/drat_check.test.h"

#include <gmock/gmock.h>

namespace bitbasin::drat_check_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

Formula make(std::uint32_t variables, const std::vector<std::vector<int>>& clauses) {
  Formula formula;
  formula.variables = variables;
  for (const auto& clause : clauses) {
    std::vector<Literal> literals;
    for (const int l : clause)
      literals.push_back(make_literal(static_cast<std::uint32_t>(std::abs(l) - 1), l < 0));
    formula.add_clause(literals);
  }
  return formula;
}

std::optional<std::string> error(const Formula& formula, const std::string& proof) {
  return DratChecker(formula).error_in(proof);
}

TEST(DratCheck, TakesWhatFollows) {
  const Formula square = make(2, {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}});
  EXPECT_EQ(error(square, "2 0\n0\n"), std::nullopt);
  EXPECT_EQ(error(square, "2 0\nd 1 2 0\nd 2 -1 0\n0\n"), std::nullopt);
  EXPECT_THAT(error(square, "0\n"), Optional(HasSubstr("does not follow: 0")));
  EXPECT_THAT(error(square, "2 0\n"), Optional(HasSubstr("empty clause")));
  EXPECT_THAT(error(square, "d 1 -2 0\n2 0\n0\n"), Optional(HasSubstr("does not follow: 0")));
  EXPECT_THAT(error(square, "d 1 3 0\n"), Optional(HasSubstr("that is there")));
  EXPECT_THAT(error(square, "2\n"), Optional(HasSubstr("end in 0")));
  EXPECT_EQ(error(make(1, {{}}), "0\n"), std::nullopt);
  EXPECT_THAT(error(make(3, {{1, 2, 3}}), "0\n"), Optional(HasSubstr("does not follow")));
}

TEST(DratCheck, TakesClausesWhoseResolventsFollow) {
  const Formula formula = make(3, {{1, 2}, {-1, -2}});
  // A definition of 3 by 1 and 2 does not follow, but every resolvent on 3 does.
  EXPECT_THAT(error(formula, "3 -1 0\n-3 1 0\n"), Optional(HasSubstr("empty clause")));
  EXPECT_THAT(error(formula, "3 -1 0\n-3 2 0\n"), Optional(HasSubstr("does not follow: -3 2")));
  EXPECT_THAT(error(formula, "1 3 0\n"), Optional(HasSubstr("does not follow")));
}

}  // namespace
}  // namespace bitbasin::drat_check_test
