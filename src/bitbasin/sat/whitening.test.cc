// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/whitening.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/sat/enumerate.test.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::whitening_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::uint64_t core_of(const Formula& formula, std::uint32_t solution) {
  return frozen_variables(formula, small_configuration(formula.variables, solution)).words()[0];
}

Formula formula_of(std::uint32_t variables, std::initializer_list<std::vector<Literal>> clauses) {
  Formula formula;
  formula.variables = variables;
  for (const auto& clause : clauses) formula.add_clause(clause);
  return formula;
}

TEST(Whitening, ACycleOfImplicationsIsFrozen) {
  // x1 -> x2 -> x3 -> x1, and x4 follows from x1: all true or all false, but x4 is free if they are false.
  const Formula formula = formula_of(4, {{1, 2}, {3, 4}, {5, 0}, {1, 6}});
  EXPECT_EQ(core_of(formula, 0b1111), 0b1111u);
  EXPECT_EQ(core_of(formula, 0b0000), 0b0111u);
  EXPECT_EQ(core_of(formula, 0b1000), 0b0111u);
}

TEST(Whitening, RepeatedAndOppositeLiteralsDoNotCount) {
  EXPECT_EQ(core_of(formula_of(2, {{0, 0}, {2, 3}}), 0b11), 0b01u);
  EXPECT_EQ(core_of(formula_of(2, {}), 0b01), 0u);
}

TEST(Whitening, AWhiteVariableMakesOthersWhite) {
  // Each satisfies one clause alone; the last is not needed, which frees the one before, and so on.
  const Formula formula = formula_of(4, {{0, 3}, {2, 5}, {4, 7}});
  EXPECT_EQ(core_of(formula, 0b1111), 0u);
}

// Solutions that single flips join have one core, and one value of each variable in it.
TEST(Whitening, TheCoreBelongsToTheCluster) {
  std::size_t frozen = 0, free = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Formula formula = random_ksat(12, 46, 3, seed);
    const auto solutions = enumerate_solutions(formula);
    for (const std::uint32_t w : solutions) {
      const std::uint64_t core = core_of(formula, w);
      (core != 0 ? frozen : free) += 1;
      for (std::uint32_t i = 0; i < 12; ++i) {
        const std::uint32_t neighbour = w ^ 1u << i;
        if (!std::ranges::binary_search(solutions, neighbour)) continue;
        EXPECT_FALSE(core >> i & 1) << "seed " << seed;
        EXPECT_EQ(core_of(formula, neighbour), core) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(frozen, 20u);
  EXPECT_GT(free, 20u);
}

TEST(Whitening, NeedsASolution) {
  EXPECT_THAT([] { core_of(formula_of(1, {{0}}), 0); },
              ThrowsMessage<Error>(HasSubstr("expected a solution")));
}

}  // namespace
}  // namespace bitbasin::whitening_test
