// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/edmc.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/search/edmc_run.h"
#include "bitbasin/search/enumerated.test.h"

namespace bitbasin::edmc_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

EdmcOptions with_mode(EdmcMode mode) {
  EdmcOptions options;
  options.mode = mode;
  options.gamma = 0.2;
  options.gamma_step = 0.1;
  options.gamma_max = 3;
  return options;
}

constexpr EdmcMode kModes[] = {EdmcMode::parallel, EdmcMode::heuristic, EdmcMode::batch, EdmcMode::predicted,
                               EdmcMode::plain};

TEST(FlipGain, IsTheChangeOfTheFreeEntropy) {
  Enumerated estimator(10, 20, 3);
  Stream stream(1, purpose("test"));
  BitVector w(10);
  w.words()[0] = 0x2a7;
  for (const double gamma : {0.1, 0.7, 2.0}) {
    estimator.start(w, gamma, stream);
    const double before = estimator.free_entropy();
    for (std::size_t i = 0; i < 10; ++i) {
      const double gain = flip_gain(estimator.field(i) * w.sign(i), gamma);
      BitVector flipped = w;
      flipped.flip(i);
      Enumerated other = estimator;
      other.start(flipped, gamma, stream);
      EXPECT_NEAR(gain, other.free_entropy() - before, 1e-12);
    }
  }
  EXPECT_EQ(flip_gain(0, 0.5), 0);
  EXPECT_GT(flip_gain(-0.1, 0.5), 0);
  EXPECT_NEAR(flip_gain(-1000, 0.5), 1, 1e-12);  // no overflow
}

TEST(Edmc, EveryModeColours) {
  for (const EdmcMode mode : kModes) {
    int solved = 0, solvable = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Enumerated estimator(12, 24, seed);
      solvable += !estimator.solutions().empty();
      if (estimator.solutions().empty()) continue;
      RunControl control;
      const EdmcResult result = run_edmc(estimator, with_mode(mode), SolveSetup{seed}, control);
      solved += result.energy == 0;
      EXPECT_EQ(result.best, estimator.reference());
      EXPECT_EQ(estimator.energy(), result.energy);
    }
    EXPECT_GE(solvable, 15);
    EXPECT_EQ(solved, solvable) << static_cast<int>(mode);
  }
}

// With exact fields the two modes are the same chain.
TEST(Edmc, PredictedAcceptsWhatPlainAccepts) {
  for (const double y : {std::numeric_limits<double>::infinity(), 4.0}) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      if (Enumerated(12, 20, seed).solutions().empty()) continue;
      ++compared;
      EdmcResult results[2];
      std::uint64_t reconvergences[2];
      for (const int plain : {0, 1}) {
        Enumerated estimator(12, 20, seed);
        EdmcOptions options = with_mode(plain ? EdmcMode::plain : EdmcMode::predicted);
        options.y = y;
        RunControl control;
        results[plain] = run_edmc(estimator, options, SolveSetup{seed}, control);
        reconvergences[plain] = estimator.reconvergences;
      }
      EXPECT_EQ(results[0].best, results[1].best);
      EXPECT_EQ(results[0].proposals, results[1].proposals);
      EXPECT_EQ(results[0].accepted, results[1].accepted);
      EXPECT_EQ(results[0].levels, results[1].levels);
      EXPECT_LE(reconvergences[0], reconvergences[1]);
      EXPECT_EQ(results[0].energy, 0u);
      EXPECT_GT(results[0].accepted, 0u);
    }
    EXPECT_GE(compared, 8);
  }
}

TEST(Edmc, AveragesStandInForAFixedPoint) {
  for (const EdmcMode mode : kModes) {
    Enumerated estimator(12, 20, 2);
    estimator.never_converges = true;
    RunControl control;
    const EdmcResult result = run_edmc(estimator, with_mode(mode), SolveSetup{3}, control);
    EXPECT_EQ(result.energy, 0u);
    EXPECT_EQ(result.unconverged == 0, mode == EdmcMode::parallel);
  }
}

TEST(Edmc, StopsAtItsBudgetWithTheBestSoFar) {
  int stopped = 0;
  for (const EdmcMode mode : kModes) {
    Enumerated estimator(12, 24, 4);
    RunControl control({.work = 40});
    const EdmcResult result = run_edmc(estimator, with_mode(mode), SolveSetup{11}, control);
    EXPECT_LE(control.spent(), 40u);
    EXPECT_TRUE(result.energy == 0 || control.stop_reason() == StopReason::budget);
    stopped += result.energy > 0;
    Stream stream(1, purpose("test"));
    estimator.start(result.best, 0.1, stream);
    EXPECT_EQ(estimator.energy(), result.energy);
  }
  EXPECT_GE(stopped, 4) << "the budget is meant to be too small";
}

TEST(Edmc, GivesUpAfterItsRestarts) {
  EdmcOptions options = with_mode(EdmcMode::predicted);
  options.gamma = options.gamma_max = 0.0;  // no pull towards a solution
  options.restarts = 3;
  int unsolved = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Enumerated estimator(9, 12, 5);
    ASSERT_FALSE(estimator.solutions().empty());
    RunControl control;
    const EdmcResult result = run_edmc(estimator, options, SolveSetup{seed}, control);
    EXPECT_LE(result.restarts, 3u);
    EXPECT_TRUE(result.energy == 0 || result.restarts == 3) << seed;
    unsolved += result.energy > 0;
  }
  EXPECT_GE(unsolved, 1);
}

TEST(Edmc, AFrozenParallelRunMayBeMended) {
  EdmcOptions options = with_mode(EdmcMode::parallel);
  options.gamma = options.gamma_max = 0.0;
  options.restarts = 2;
  int offered = 0;
  std::uint64_t seed = 1;
  const auto run = [&](bool mended) {
    Enumerated estimator(12, 24, 4);
    offered = 0;
    RunControl control;
    return run_edmc(estimator, options, SolveSetup{seed}, control,
                    [&](const BitVector& reference, EdmcStage stage, EdmcResult& result) {
                      if (stage != EdmcStage::frozen) return false;
                      ++offered;
                      EXPECT_EQ(reference, estimator.reference());
                      if (mended) result.energy = 0;
                      return mended;
                    });
  };
  while (run(false).energy == 0) ++seed;  // one sweep at gamma = 0 may be enough
  EXPECT_EQ(offered, 3);
  EXPECT_EQ(run(true).energy, 0u);
  EXPECT_EQ(offered, 1);
  options.mend = 0;
  run(true);
  EXPECT_EQ(offered, 0);
}

TEST(Edmc, AParallelRunMayBeMendedOnTheWayWhenItsEnergyHasHalved) {
  int offered = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Enumerated estimator(12, 24, 4);
    RunControl control;
    const int before = offered;
    const EdmcResult result = run_edmc(estimator, with_mode(EdmcMode::parallel), SolveSetup{seed}, control,
                                       [&](const BitVector& reference, EdmcStage stage, EdmcResult& found) {
                                         if (stage == EdmcStage::frozen) return false;
                                         EXPECT_EQ(reference, estimator.reference());
                                         EXPECT_GT(estimator.energy(), 0u);
                                         ++offered;
                                         found.energy = 0;
                                         return true;
                                       });
    EXPECT_LE(offered, before + 1);
    EXPECT_TRUE(offered == before || result.energy == 0);
  }
  EXPECT_GE(offered, 3);
  EXPECT_LT(offered, 60);  // some runs need no help
}

TEST(Edmc, OptionsAreChecked) {
  EdmcOptions options = with_mode(EdmcMode::batch);
  options.y = 3;
  EXPECT_THAT([&] { check(options); }, ThrowsMessage<Error>(HasSubstr("expected y = inf")));
  EdmcOptions read;
  apply(edmc_options(), read, parse_spec("edmc:mode=plain,y=inf"));
  EXPECT_EQ(read.mode, EdmcMode::plain);
  EXPECT_TRUE(std::isinf(read.y));
  EXPECT_THAT(to_spec("edmc", edmc_options(), read), HasSubstr("y=inf"));
}

}  // namespace
}  // namespace bitbasin::edmc_test
