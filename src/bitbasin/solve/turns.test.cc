// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/turns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace bitbasin::turns_test {
namespace {

class TurnsTest : public ::testing::Test {
 protected:
  // A solver whose turns take `first`, then twice as long each; from the turn `solves` on it has a solution.
  Participant doubling(const std::string& name, double share, double first, std::uint64_t solves = 1000) {
    return {name, share, first, [=, this](std::uint64_t turn) {
              played_ += name;
              const double spent = std::ldexp(first, static_cast<int>(turn));
              return Turn{{.configuration = BitVector(3), .violations = turn >= solves ? 0u : 2u, .flips = 1},
                          spent,
                          2 * spent};
            }};
  }

  std::string played_;
  RunControl control_;
  SolveResult result_{.configuration = BitVector(3), .violations = 9};
};

TEST_F(TurnsTest, TimesKeepTheProportionsOfTheShares) {
  Turns turns({doubling("a", 3, 1), doubling("b", 1, 1), doubling("c", 0, 0)}, result_, control_);
  EXPECT_TRUE(turns.play(8));
  // Debts after a turn: a at 1/3, 1, 7/3, 5, 31/3; b at 1, 3, 7, 15.
  EXPECT_EQ(played_, "aababab");
  EXPECT_EQ(turns.next_debt(), 31.0 / 3);
  EXPECT_EQ(result_.flips, 7u);
  EXPECT_EQ(result_.restarts, 6u);
  EXPECT_EQ(result_.violations, 2u);
  EXPECT_EQ(result_.found_by, "");
}

TEST_F(TurnsTest, WhoeverSolvesEndsIt) {
  Turns turns({doubling("a", 1, 1), doubling("b", 1, 1, 2)}, result_, control_);
  EXPECT_FALSE(turns.play());
  EXPECT_EQ(played_, "ababab");
  EXPECT_EQ(result_.found_by, "b");
  EXPECT_TRUE(result_.solved());
}

TEST_F(TurnsTest, EndsWhenAllHaveHadTheirLastTurn) {
  Participant once = doubling("a", 1, 1);
  once.work = [this](std::uint64_t) {
    played_ += "a";
    return Turn{{.configuration = BitVector(3), .violations = 5}, 1, kNoMoreTurns};
  };
  Turns turns({once}, result_, control_);
  EXPECT_TRUE(turns.play());
  EXPECT_EQ(played_, "a");
  EXPECT_EQ(turns.next_debt(), kNoMoreTurns);
}

TEST_F(TurnsTest, StopsWithTheRun) {
  RunControl control({.work = 2});
  Participant spender = doubling("a", 1, 1);
  spender.work = [&](std::uint64_t) {
    control.spend(1);
    played_ += "a";
    return Turn{{.configuration = BitVector(3), .violations = 5}, 1, 1};
  };
  Turns turns({spender}, result_, control);
  EXPECT_FALSE(turns.play());
  EXPECT_EQ(played_, "aaa");
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
}

}  // namespace
}  // namespace bitbasin::turns_test
