// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/hidden_states.h"

#include <gtest/gtest.h>

#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin {
namespace {

TEST(HiddenStates, FollowTheRuleStepByStepAtEveryLevel) {
  for (const std::size_t inputs : {1u, 63u, 64u, 129u, 501u}) {
    SCOPED_TRACE(inputs);
    for_every_simd_level([&](std::string_view) {
      BitMatrix weights = random_patterns(2, inputs, 0.5, 1);
      const BitMatrix patterns = random_patterns(60, inputs, 0.4, 2);
      HiddenStates states(weights);
      std::vector<int> h(inputs);
      for (std::size_t i = 0; i < inputs; ++i) h[i] = weights.sign(1, i);
      const BitMatrix untouched = weights;
      Stream stream(7, purpose("test.hidden"));
      for (std::size_t t = 0; t < patterns.rows(); ++t) {
        const std::size_t reinforced = uniform_below(stream, inputs);
        states.reinforce(1, reinforced);
        h[reinforced] += h[reinforced] > 0 ? 2 : -2;
        const int up = random_sign(stream);
        bool changed = false;
        for (std::size_t i = 0; i < inputs; ++i) {
          const int before = h[i];
          h[i] += 2 * up * patterns.sign(t, i);
          changed |= (before > 0) != (h[i] > 0);
        }
        EXPECT_EQ(states.learn(1, patterns.row(t), up, weights.row(1)), changed);
        for (std::size_t i = 0; i < inputs; ++i) {
          ASSERT_EQ(states.h(1, i), h[i]);
          ASSERT_EQ(weights.sign(1, i), h[i] > 0 ? 1 : -1);
        }
        EXPECT_TRUE(std::ranges::equal(weights.row(0), untouched.row(0)));
        BitVector row(inputs);
        std::ranges::copy(weights.row(1), row.words().begin());
        BitVector cleared = row;
        cleared.clear_padding();
        EXPECT_EQ(row, cleared);
      }
    });
  }
}

TEST(HiddenStates, StopAtTheEndOfTheirRange) {
  const BitMatrix on = random_patterns(1, 3, 1, 1);
  for_every_simd_level([&](std::string_view) {
    BitMatrix weights = on;
    HiddenStates states(weights);
    for (std::int16_t& h : states.stored()) h = 32766;
    for (int t = 0; t < 3; ++t) states.learn(0, on.row(0), 1, weights.row(0));
    states.reinforce(0, 0);
    EXPECT_EQ(states.h(0, 0), 65535);
    for (std::int16_t& h : states.stored()) h = -32767;
    for (int t = 0; t < 3; ++t) states.learn(0, on.row(0), -1, weights.row(0));
    states.reinforce(0, 1);
    EXPECT_EQ(states.h(0, 1), -65535);
  });
}

}  // namespace
}  // namespace bitbasin
