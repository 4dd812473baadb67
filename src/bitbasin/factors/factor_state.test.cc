// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/factor_state.h"

#include <gtest/gtest.h>

#include "bitbasin/factors/trees.test.h"

namespace bitbasin::factor_state_test {
namespace {

TEST(FactorState, EnergyIsThatOfTheChecker) {
  const FactorGraph graph = random_tree(40, 1, 3);
  FactorState state(graph);
  Stream stream(1, purpose("test"));
  for (int t = 0; t < 500; ++t) {
    const std::size_t i = uniform_below(stream, 40);
    const std::int64_t before = state.energy(), change = state.energy_change(i);
    state.flip(i);
    ASSERT_EQ(state.energy(), before + change);
    ASSERT_EQ(static_cast<std::size_t>(state.energy()), count_violations(graph, state.configuration()));
  }
  const BitVector last = state.configuration();
  state.assign(from_word(40, 0));
  EXPECT_EQ(static_cast<std::size_t>(state.energy()), count_violations(graph, BitVector(40)));
  state.assign(last);
  EXPECT_EQ(static_cast<std::size_t>(state.energy()), count_violations(graph, last));
}

}  // namespace
}  // namespace bitbasin::factor_state_test
