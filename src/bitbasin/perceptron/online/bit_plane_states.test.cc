// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/bit_plane_states.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::bit_plane_states_test {
namespace {

// The same rules on odd integers h, one synapse at a time.
struct NaiveStates {
  std::vector<int> h;
  int h_max;

  NaiveStates(const BitVector& w, int bound) : h(w.size()), h_max(2 * bound - 1) {
    for (std::size_t i = 0; i < h.size(); ++i) h[i] = w.sign(i);
  }
  static int sign(int v) { return v > 0 ? 1 : -1; }
  void add(std::size_t i, int change) { h[i] = std::clamp(h[i] + change, -h_max, h_max); }
  void learn(const BitVector& x, int reinforcement) {
    for (std::size_t i = 0; i < h.size(); ++i) add(i, 2 * x.sign(i) + 2 * reinforcement * sign(h[i]));
  }
  void stabilise(const BitVector& x) {
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (sign(h[i]) == x.sign(i)) add(i, 2 * x.sign(i));
    }
  }
  void reinforce(const BitVector& mask) {
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (mask[i]) add(i, 2 * sign(h[i]));
    }
  }
};

void naive_decay(NaiveStates& naive, const BitVector& mask) {
  for (std::size_t i = 0; i < naive.h.size(); ++i) {
    if (mask[i] && std::abs(naive.h[i]) > 1) naive.h[i] -= 2 * NaiveStates::sign(naive.h[i]);
  }
}

void expect_same(const BitPlaneStates& states, const NaiveStates& naive) {
  BitVector w(naive.h.size());
  for (std::size_t i = 0; i < naive.h.size(); ++i) {
    w.set(i, naive.h[i] > 0);
    ASSERT_EQ(states.h(i), naive.h[i]) << "synapse " << i;
  }
  ASSERT_EQ(states.w(), w);
  const auto words = states.w().words();
  BitVector padded = states.w();
  padded.clear_padding();
  ASSERT_TRUE(std::ranges::equal(words, padded.words())) << "the padding of W is not zero";
}

// Bounds on both sides of the change from 8 to 16 bits, the smallest and the largest of all.
TEST(BitPlaneStates, EveryChangeAgreesWithTheRulesStepByStep) {
  for (const std::size_t n : {1, 63, 64, 512, 513, 1001}) {
    for (const int bound : {1, 2, 20, 64, 127, 128, 201, 256, 300, 32767, 32768}) {
      for_every_simd_level([&](std::string_view) {
        const BitVector start = random_bit_vector(n, n);
        BitPlaneStates states(start, bound);
        NaiveStates naive(start, bound);
        expect_same(states, naive);
        for (std::uint64_t t = 0; t < 40; ++t) {
          const BitVector x =
              random_bit_vector(n, 100 * n + t % 7);  // some are repeated, so bounds are reached
          const int reinforcement = t % 5 == 4 ? 64 : static_cast<int>(t % 3);
          if (t % 4 < 2) {
            states.learn(x.words(), reinforcement);
            naive.learn(x, reinforcement);
          } else if (t % 4 == 2) {
            states.stabilise(x.words());
            naive.stabilise(x);
          } else {
            states.reinforce(x.words());
            naive.reinforce(x);
          }
          expect_same(states, naive);
        }
      });
    }
  }
}

TEST(BitPlaneStates, DecayEndsAtOneStepFromFlipping) {
  for (const std::size_t n : {1, 64, 513}) {
    for (const int bound : {1, 2, 20, 128}) {
      const BitVector start = random_bit_vector(n, n);
      BitPlaneStates states(start, bound);
      NaiveStates naive(start, bound);
      for (std::uint64_t t = 0; t < 60; ++t) {
        const BitVector x = random_bit_vector(n, t % 3);
        if (t < 40) {
          states.learn(x.words());
          naive.learn(x, 0);
        }
        const BitVector mask = random_bit_vector(n, 1000 + t);
        states.decay(mask.words());
        naive_decay(naive, mask);
        expect_same(states, naive);
      }
    }
  }
}

TEST(BitPlaneStates, ResetAndRestoreReplaceWhatTheMaskHas) {
  for (const int bound : {1, 5, 128}) {
    const std::size_t n = 600;
    BitPlaneStates states(random_bit_vector(n, 1), bound);
    for (std::uint64_t t = 0; t < 20; ++t) states.learn(random_bit_vector(n, t % 3).words());
    const BitPlaneStates before = states;
    for (std::uint64_t t = 0; t < 9; ++t) states.learn(random_bit_vector(n, 7 + t % 3).words());
    const BitPlaneStates after = states;
    const BitVector kept = random_bit_vector(n, 20), lost = random_bit_vector(n, 21),
                    w = random_bit_vector(n, 22);
    states.restore(before, kept.words());
    states.reset(lost.words(), w.words());
    for (std::size_t i = 0; i < n; ++i) {
      const int expected = lost[i] ? w.sign(i) : kept[i] ? before.h(i) : after.h(i);
      ASSERT_EQ(states.h(i), expected);
      ASSERT_EQ(states.w().sign(i), NaiveStates::sign(expected));
    }
  }
}

TEST(BitPlaneStates, BoundsAreReachedAndKept) {
  for (const int bound : {3, 128, 300}) {
    BitVector up(70);
    negate(up.words(), 70);
    BitPlaneStates states(BitVector(70), bound);
    EXPECT_EQ(states.h(69), -1);
    for (int t = 0; t < bound + 5; ++t) states.learn(up.words());
    EXPECT_EQ(states.h(69), 2 * bound - 1);
    EXPECT_EQ(states.w(), up);
    for (int t = 0; t < 2 * bound - 1; ++t) states.learn(BitVector(70).words());
    EXPECT_EQ(states.h(69), 1 - 2 * bound);
    EXPECT_EQ(states.w(), BitVector(70));
  }
}

}  // namespace
}  // namespace bitbasin::bit_plane_states_test
