// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/unit_states.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin::unit_states_test {
namespace {

TEST(UnitStates, FollowTheRuleStepByStepAtEveryLevel) {
  for (const auto& [inputs, depth] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {63, 2}, {64, 1}, {129, 4}, {501, 1}}) {
    SCOPED_TRACE(inputs);
    const std::size_t size = inputs, bits = depth;  // clang 14 cannot capture the names of a binding
    for_every_simd_level([&](std::string_view) {
      BitMatrix weights = random_patterns(2, size, 0.5, 1);
      const BitMatrix patterns = random_patterns(60 * bits, size, 0.4, 2);
      UnitStates states(weights);
      std::vector<int> h(size);
      for (std::size_t i = 0; i < size; ++i) h[i] = weights.sign(1, i);
      const BitMatrix untouched = weights;
      Stream stream(7, purpose("test.hidden"));
      for (std::size_t t = 0; t < 60; ++t) {
        const std::size_t reinforced = uniform_below(stream, size);
        states.reinforce(1, reinforced, 3);
        h[reinforced] += h[reinforced] > 0 ? 6 : -6;
        const int up = random_sign(stream);
        bool changed = false;
        for (std::size_t i = 0; i < size; ++i) {
          const int before = h[i];
          h[i] += 2 * up * pattern(patterns, t, bits).value(i);
          changed |= (before > 0) != (h[i] > 0);
        }
        EXPECT_EQ(states.learn(1, pattern(patterns, t, bits), up, weights.row(1)), changed);
        for (std::size_t i = 0; i < size; ++i) {
          ASSERT_EQ(states.h(1, i), h[i]);
          ASSERT_EQ(weights.sign(1, i), h[i] > 0 ? 1 : -1);
        }
        EXPECT_TRUE(std::ranges::equal(weights.row(0), untouched.row(0)));
        BitVector row(size);
        std::ranges::copy(weights.row(1), row.words().begin());
        BitVector cleared = row;
        cleared.clear_padding();
        EXPECT_EQ(row, cleared);
      }
    });
  }
}

TEST(UnitStates, StopAtTheEndOfTheirRange) {
  const BitMatrix on = random_patterns(1, 3, 1, 1);
  for_every_simd_level([&](std::string_view) {
    BitMatrix weights = on;
    UnitStates states(weights);
    for (std::int16_t& h : states.stored()) h = 32766;
    for (int t = 0; t < 3; ++t) states.learn(0, pattern(on, 0, 1), 1, weights.row(0));
    states.reinforce(0, 0, 1);
    EXPECT_EQ(states.h(0, 0), 65535);
    for (std::int16_t& h : states.stored()) h = -32767;
    for (int t = 0; t < 3; ++t) states.learn(0, pattern(on, 0, 1), -1, weights.row(0));
    states.reinforce(0, 1, 7);
    EXPECT_EQ(states.h(0, 1), -65535);
  });
}

}  // namespace
}  // namespace bitbasin::unit_states_test
