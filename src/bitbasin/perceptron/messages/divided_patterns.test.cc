// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/divided_patterns.h"

#include <gmock/gmock.h>

#include <thread>

#include "bitbasin/base/error.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/device/with_module.test.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/ranks/memory_network.test.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin::divided_patterns_test {
namespace {

using ::testing::HasSubstr;

// Ranks as threads; `theirs` is what the others take for the instance.
class Ranks {
 public:
  Ranks(int size, const PerceptronInstance& theirs, Device device)
      : network_(size), zero_(network_.rank(0)), calls_(zero_) {
    for (int rank = 1; rank < size; ++rank) {
      others_.emplace_back([this, rank, size, &theirs, device] {
        PatternsOfRank patterns([&] { return theirs; }, {.device = device}, rank, size);
        answer_calls(network_.rank(rank), [&](std::string_view request) { return patterns.answer(request); });
      });
    }
  }
  ~Ranks() {
    calls_.finish();
    for (std::thread& other : others_) other.join();
  }
  RankCalls* calls() { return &calls_; }

 private:
  MemoryNetwork network_;
  Transport zero_;
  RankCalls calls_;
  std::vector<std::thread> others_;
};

VerifiedResult run(const PerceptronInstance& instance, const std::string& spec, int size,
                   Device device = Device::cpu) {
  if (size == 1) return solve(instance, spec, {.seed = 2});
  Ranks ranks(size, instance, device);
  return solve(instance, spec, {.seed = 2, .device = device, .ranks = ranks.calls()});
}

void expect_same(const PerceptronInstance& instance, const std::string& spec, Device device = Device::cpu) {
  const VerifiedResult one = run(instance, spec, 1);
  for (const int size : {2, 3}) {
    SCOPED_TRACE(testing::Message() << spec << " on " << size);
    const VerifiedResult several = run(instance, spec, size, device);
    EXPECT_TRUE(several.verified());
    EXPECT_EQ(several.found.configuration, one.found.configuration);
    EXPECT_EQ(several.found.iterations, one.found.iterations);
    EXPECT_EQ(several.found.violations, one.found.violations);
    EXPECT_EQ(several.found.fields, one.found.fields);
  }
}

TEST(DividedPatterns, AnyNumberOfRanksGivesTheSame) {
  expect_same(random_instance(101, 60, 1), "rbp:rate=0.01");
  expect_same(random_instance(65, 59, 2), "rbp:rate=0.05,restarts=2");
  expect_same(teacher_instance(101, 160, 3), "rbp:rate=0.01");
  expect_same(with_constraint(random_instance(65, 60, 4), {ConstraintKind::symmetric, 1.0}),
              "rbp:rate=0.01,restarts=1");
  expect_same(random_instance(65, 30, 5), "fbp:iterations=300");
  expect_same(random_instance(65, 25, 6), "edmc:mode=parallel");
  const PerceptronInstance given = random_instance(65, 40, 7);
  expect_same(instance_from_patterns(original_patterns(given), given.labels), "rbp:rate=0.01");
  expect_same(random_instance(65, 2, 7), "rbp:rate=0.01");  // fewer patterns than ranks
  expect_same(random_instance(101, 50, 8), "auto");
}

// Rank 0 alone has the turns of those that cannot divide their patterns.
TEST(DividedPatterns, AlgorithmsTakeTheSameTurns) {
  const PerceptronInstance instance = random_instance(65, 59, 2);  // no solution
  const auto result_on = [&](RankCalls* ranks) {
    RunControl control({.work = 59 * 60'000});
    return solve(instance, "auto", {.seed = 2, .ranks = ranks}, control);
  };
  Ranks ranks(2, instance, Device::cpu);
  const VerifiedResult one = result_on(nullptr), two = result_on(ranks.calls());
  EXPECT_TRUE(two.verified());
  EXPECT_GT(two.found.restarts, 10u);
  EXPECT_EQ(two.found.restarts, one.found.restarts);
  EXPECT_EQ(two.found.iterations, one.found.iterations);
  EXPECT_EQ(two.found.configuration, one.found.configuration);
}

// Ranks that share one GPU.
class DividedPatternsTest : public OnAnyModule {};
INSTANTIATE_TEST_SUITE_P(Modules, DividedPatternsTest, kModules, module_name);

TEST_P(DividedPatternsTest, RanksMayUseGpus) {
  expect_same(random_instance(65, 30, 1), "rbp:rate=0.01", Device::cuda);
  if (on_gpu()) expect_same(random_instance(4097, 2951, 2), "rbp", Device::cuda);
}

TEST(DividedPatterns, NoRankStoresTheWholeInstance) {
  const PerceptronInstance instance = random_instance(65, 30, 1);
  EXPECT_TRUE(run(instance, "rbp:rate=0.01", 2).solved());
  EXPECT_FALSE(instance.x.stored());
}

TEST(DividedPatterns, RanksThatDoNotFitAreNoticed) {
  const PerceptronInstance instance = random_instance(65, 30, 1);
  for (const PerceptronInstance& other : {random_instance(65, 32, 1), random_instance(257, 30, 1)}) {
    Ranks ranks(2, other, Device::cpu);
    EXPECT_THAT(error_text([&] { solve(instance, "rbp", {.ranks = ranks.calls()}); }),
                HasSubstr("all ranks must run the same command"));
  }
}

TEST(DividedPatterns, OtherAlgorithmsAreRefused) {
  const PerceptronInstance instance = random_instance(65, 30, 1);
  EXPECT_EQ(error_text([&] { run(instance, "cpr", 2); }),
            "expected an algorithm that divides its patterns, rbp, fbp or edmc, on 2 ranks, got cpr");
  EXPECT_EQ(error_text([&] { run(instance, "rbp:accuracy=exact", 2); }),
            "expected accuracy=amp, which divides its patterns, on several ranks");
}

}  // namespace
}  // namespace bitbasin::divided_patterns_test
