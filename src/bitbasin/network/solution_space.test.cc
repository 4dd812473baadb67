// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/solution_space.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/toy_network.test.h"
#include "bitbasin/network/training/trainer.h"
#include "bitbasin/search/walk.h"

namespace bitbasin::solution_space_test {
namespace {

static_assert(WalkProblem<SolutionSpace>);

CommitteeShape shape_of_depth(std::size_t depth) {
  return {31, 3, 7, 4, depth};
}

// A network that has just learnt its patterns, so that many flips are forbidden.
struct Solved {
  ToySet toy;
  CommitteeArray network;
  explicit Solved(std::size_t depth) {
    const CommitteeShape shape = shape_of_depth(depth);
    toy = toy_set(120, shape.inputs, shape.labels, 0.25, 5, depth);
    Trainer trainer(toy.set(), shape, {.reinforcement = 1e-4, .seed = 4}, 1);
    RunControl control;
    for (int e = 0; e < 1000 && trainer.run_epoch(control)->signals > 0;) ++e;
    network = trainer.network();
  }
};

bool naive_allows(const CommitteeArray& network, const ToySet& toy, std::size_t synapse) {
  CommitteeArray flipped = network;
  const std::size_t unit = synapse / network.shape.inputs, i = synapse % network.shape.inputs;
  flipped.weights.set(unit, i, !flipped.weights.get(unit, i));
  for (std::size_t m = 0; m < toy.labels.size(); ++m) {
    if (label_margin(label_sums(flipped, toy.set().pattern(m)), toy.labels[m]) <= 0) return false;
  }
  return true;
}

void wander(SolutionSpace& space) {
  Stream stream(6, purpose("test.walk"));
  for (int t = 0; t < 100; ++t) {
    const std::size_t s = uniform_below(stream, space.variables());
    if (space.allows(s)) space.flip(s);
  }
}

class SolutionSpaceDepth : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Bits, SolutionSpaceDepth, testing::Values(1, 2, 4));

TEST_P(SolutionSpaceDepth, ForbidsWhatBruteForceForbidsBeforeAndAfterAWalk) {
  const Solved solved(GetParam());
  SolutionSpace walked(solved.network, solved.toy.set());
  wander(walked);
  const CommitteeArray networks[] = {solved.network, walked.network()};
  EXPECT_NE(networks[1], networks[0]);
  EXPECT_EQ(evaluate(networks[1], solved.toy.set(), 1).strict_errors, 0u);
  std::vector<bool> allowed[2];
  for (int step = 0; step < 2; ++step) {
    for (std::size_t s = 0; s < walked.variables(); ++s) {
      allowed[step].push_back(naive_allows(networks[step], solved.toy, s));
    }
    EXPECT_GT(std::ranges::count(allowed[step], true), 50);
    EXPECT_GT(std::ranges::count(allowed[step], false), 50);
  }
  for_every_simd_level([&](std::string_view) {
    SolutionSpace space(solved.network, solved.toy.set());
    ASSERT_EQ(space.variables(), solved.network.shape.synapses());
    for (int step = 0; step < 2; ++step) {
      ASSERT_EQ(space.network(), networks[step]);
      for (std::size_t s = 0; s < space.variables(); ++s) ASSERT_EQ(space.allows(s), allowed[step][s]) << s;
      wander(space);
    }
  });
}

TEST(SolutionSpace, KeepsItsTwoCopiesOfTheWeightsEqual) {
  const Solved solved(1);
  SolutionSpace space(solved.network, solved.toy.set());
  wander(space);
  const CommitteeArray network = space.network();
  const std::size_t inputs = network.shape.inputs;
  for (std::size_t s = 0; s < space.variables(); ++s) {
    ASSERT_EQ(network.weights.get(s / inputs, s % inputs), space.configuration()[s]);
  }
}

TEST(SolutionSpace, RefusesANetworkWithErrors) {
  const CommitteeShape shape = shape_of_depth(1);
  const ToySet toy = toy_set(20, shape.inputs, shape.labels, 0.25, 5);
  try {
    SolutionSpace(random_network(shape, 1), toy.set());
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("expected a network without errors on its 20 patterns"));
  }
}

TEST(SolutionSpace, RefusesFieldsThatDoNotFitInto16Bits) {
  const CommitteeShape shape{21847, 1, 1, 2, 2};
  const ToySet toy = toy_set(1, shape.inputs, shape.labels, 0.25, 5, shape.depth);
  try {
    SolutionSpace(random_network(shape, 1), toy.set());
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "expected a network with at most 21845 inputs of 2 bits to walk from, got 21847");
  }
}

}  // namespace
}  // namespace bitbasin::solution_space_test
