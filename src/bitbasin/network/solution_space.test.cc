// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/solution_space.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/toy_network.test.h"
#include "bitbasin/network/training/trainer.h"
#include "bitbasin/search/walk.h"

namespace bitbasin::solution_space_test {
namespace {

static_assert(WalkProblem<SolutionSpace>);

const CommitteeShape kShape{31, 3, 7, 4};

// A network that has just learnt its patterns, so that many flips are forbidden.
struct Solved {
  ToySet toy = toy_set(120, kShape.inputs, kShape.labels, 0.25, 5);
  CommitteeArray network;
  Solved() {
    Trainer trainer(toy.set(), kShape, {.reinforcement = 1e-4, .seed = 4}, 1);
    RunControl control;
    for (int e = 0; e < 1000 && trainer.run_epoch(control)->signals > 0;) ++e;
    network = trainer.network();
  }
};

bool naive_allows(const CommitteeArray& network, const ToySet& toy, std::size_t synapse) {
  CommitteeArray flipped = network;
  const std::size_t unit = synapse / kShape.inputs, i = synapse % kShape.inputs;
  flipped.weights.set(unit, i, !flipped.weights.get(unit, i));
  for (std::size_t m = 0; m < toy.labels.size(); ++m) {
    if (label_margin(label_sums(flipped, pattern(toy.patterns, m, 1)), toy.labels[m]) <= 0) return false;
  }
  return true;
}

TEST(SolutionSpace, ForbidsWhatBruteForceForbidsAlongAWalk) {
  const Solved solved;
  for_every_simd_level([&](std::string_view) {
    SolutionSpace space(solved.network, solved.toy.set());
    ASSERT_EQ(space.variables(), kShape.synapses());
    Stream stream(6, purpose("test.walk"));
    std::size_t forbidden = 0, allowed = 0;
    for (int step = 0; step < 2; ++step) {
      const CommitteeArray network = space.network();
      for (std::size_t s = 0; s < space.variables(); ++s) {
        const bool expected = naive_allows(network, solved.toy, s);
        ASSERT_EQ(space.allows(s), expected) << s;
        ++(expected ? allowed : forbidden);
      }
      for (int t = 0; t < 100; ++t) {
        const std::size_t s = uniform_below(stream, space.variables());
        if (space.allows(s)) space.flip(s);
      }
      EXPECT_EQ(evaluate(space.network(), solved.toy.set(), 1).strict_errors, 0u);
    }
    EXPECT_GT(forbidden, 100u);
    EXPECT_GT(allowed, 100u);
  });
}

TEST(SolutionSpace, KeepsItsTwoCopiesOfTheWeightsEqual) {
  const Solved solved;
  SolutionSpace space(solved.network, solved.toy.set());
  Stream stream(6, purpose("test.walk"));
  for (int t = 0; t < 500; ++t) {
    const std::size_t s = uniform_below(stream, space.variables());
    if (space.allows(s)) space.flip(s);
  }
  const CommitteeArray network = space.network();
  for (std::size_t s = 0; s < space.variables(); ++s) {
    ASSERT_EQ(network.weights.get(s / kShape.inputs, s % kShape.inputs), space.configuration()[s]);
  }
}

TEST(SolutionSpace, RefusesANetworkWithErrors) {
  const ToySet toy = toy_set(20, kShape.inputs, kShape.labels, 0.25, 5);
  try {
    SolutionSpace(random_network(kShape, 1), toy.set());
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("expected a network without errors on its 20 patterns"));
  }
}

}  // namespace
}  // namespace bitbasin::solution_space_test
