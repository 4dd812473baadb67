// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/factor_messages.h"

#include <gtest/gtest.h>

#include <limits>

#include "bitbasin/factors/trees.test.h"

namespace bitbasin::factor_messages_test {
namespace {

constexpr double kHard = std::numeric_limits<double>::infinity();

TEST(FactorMessages, AreExactOnTrees) {
  for (const double beta : {kHard, 0.7}) {
    for (const double gamma : {0.0, 0.4, -0.3}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const FactorGraph tree = random_tree(12, beta, seed);
        FactorMessages messages(tree, {1e-12, 100});
        Stream stream(seed, purpose("test"));
        const BitVector reference = from_word(12, stream.next() & 0xfff);
        messages.start(reference, gamma, stream);
        RunControl control;
        ASSERT_TRUE(messages.reconverge(control).converged);
        const ExactSums exact = exact_sums(tree, reference, gamma);
        EXPECT_NEAR(messages.free_entropy(), exact.free_entropy, 1e-9);
        for (std::size_t i = 0; i < 12; ++i) {
          const double field = messages.field(i) + gamma * reference.sign(i);
          EXPECT_NEAR(1 / (1 + std::exp(-2 * field)), exact.up[i], 1e-9) << beta << " " << gamma << " " << i;
          EXPECT_EQ(messages.mismatches().contains(i), messages.field(i) * reference.sign(i) < 0);
        }
      }
    }
  }
}

TEST(FactorMessages, GoOnFromASavedState) {
  const FactorGraph tree = random_tree(30, 0.5, 2);
  FactorMessages messages(tree, {1e-9, 100});
  Stream stream(1, purpose("test"));
  messages.start(BitVector(30), 0.2, stream);
  RunControl control;
  messages.reconverge(control);
  const auto state = messages.save();
  const double before = messages.free_entropy();
  messages.flip(3);
  messages.flip(17);
  EXPECT_EQ(messages.energy(), count_violations(tree, messages.reference()));
  for (const std::size_t i : {3, 17}) {
    EXPECT_EQ(messages.mismatches().contains(i), messages.field(i) * messages.reference().sign(i) < 0) << i;
  }
  messages.set_gamma(1);
  messages.reconverge(control);
  EXPECT_NE(messages.free_entropy(), before);
  messages.restore(state);
  EXPECT_EQ(messages.free_entropy(), before);
  EXPECT_EQ(messages.gamma(), 0.2);
  EXPECT_EQ(messages.reference(), BitVector(30));
}

TEST(FactorMessages, StopWhenTheControlSaysSo) {
  const FactorGraph tree = random_tree(30, 0.5, 2);
  FactorMessages messages(tree, {0, 1000});
  Stream stream(1, purpose("test"));
  messages.start(BitVector(30), 0.2, stream);
  RunControl control(RunLimits{.work = 3 * tree.scopes().size()});
  EXPECT_FALSE(messages.reconverge(control).converged);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
}

}  // namespace
}  // namespace bitbasin::factor_messages_test
