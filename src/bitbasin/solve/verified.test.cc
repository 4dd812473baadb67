// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/verified.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/solve/all_on.test.h"

namespace bitbasin::verified_test {
namespace {

using ::testing::ThrowsMessage;

VerifiedResult run(const std::string& spec, std::size_t n = 7) {
  RunControl control;
  return solve_and_check(AllOn{n}, read_solver<AllOn>(spec), {}, control);
}

TEST(Verified, AnHonestSolverIsBelieved) {
  const VerifiedResult solved = run("on");
  EXPECT_TRUE(solved.solved());
  EXPECT_TRUE(solved.verified());
  EXPECT_EQ(solved.found.flips, 7u);
  const VerifiedResult not_solved = run("on:forgets=2,claims=2");
  EXPECT_FALSE(not_solved.solved());
  EXPECT_TRUE(not_solved.verified());
  EXPECT_EQ(not_solved.violations, 2u);
}

TEST(Verified, ASolverThatLiesIsFoundOut) {
  const VerifiedResult boast = run("on:forgets=2");  // says that it has solved it
  EXPECT_TRUE(boast.found.solved());
  EXPECT_FALSE(boast.solved());
  EXPECT_FALSE(boast.verified());
  EXPECT_EQ(boast.violations, 2u);
  const VerifiedResult modest = run("on:claims=1");  // has solved it and says that it has not
  EXPECT_TRUE(modest.solved());
  EXPECT_FALSE(modest.verified());
}

TEST(Verified, AConfigurationOfTheWrongSizeIsAnError) {
  Solver<AllOn> solver = read_solver<AllOn>("on");
  solver.solve = [](const AllOn&, const SolveSetup&, RunControl&) { return SolveResult{BitVector(3)}; };
  RunControl control;
  EXPECT_THAT([&] { solve_and_check(AllOn{4}, solver, {}, control); },
              ThrowsMessage<Error>("expected 4 bits, got 3"));
}

TEST(Verified, SecondsAreThoseOfTheSolverAlone) {
  double now = 5;
  RunControl control({.clock = [&] { return now; }});
  now = 8;  // what the caller did before
  Solver<AllOn> solver = read_solver<AllOn>("on");
  solver.solve = [&](const AllOn& problem, const SolveSetup&, RunControl&) {
    now += 2.5;
    return SolveResult{BitVector(problem.n)};
  };
  EXPECT_EQ(solve_and_check(AllOn{4}, solver, {}, control).seconds, 2.5);
}

TEST(Verified, WhatABudgetStopsIsCheckedToo) {
  RunControl control({.work = 3});
  const VerifiedResult result = solve_and_check(AllOn{7}, read_solver<AllOn>("on:claims=4"), {}, control);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_EQ(result.violations, 4u);
  EXPECT_TRUE(result.verified());
}

}  // namespace
}  // namespace bitbasin::verified_test
