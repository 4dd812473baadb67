// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/learn_stream.h"

#include <gmock/gmock.h>

#include <atomic>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin::learn_stream_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

StreamResult learn(const char* spec, std::size_t n = 101, std::uint64_t most = 0, RunLimits limits = {}) {
  RunControl control(limits);
  return learn_stream(n, read_stream_learner(spec), most, 7, control);
}

TEST(LearnStream, FindsTheTeacherOfTheInstanceWithTheSameSeed) {
  for (const char* spec : {"sbpi", "cpr", "sbpi:flip=0.01,ignore=0.1,decay=0.01"}) {
    const StreamResult result = learn(spec);
    EXPECT_TRUE(result.found()) << spec;
    EXPECT_EQ(result.last().overlap, 1);
    const PerceptronInstance instance = teacher_instance(101, 500, 7);
    EXPECT_EQ(*instance.teacher, result.teacher);
    EXPECT_EQ(count_violations(instance, result.weights), 0u);
  }
}

// One pattern at a time, by the rules as the papers write them.
TEST(LearnStream, AgreesWithTheClippedPerceptronStepByStep) {
  constexpr std::size_t kSynapses = 51;
  constexpr std::uint64_t kPatterns = 300;
  const PerceptronInstance instance = teacher_instance(kSynapses, kPatterns, 7);
  const BitVector start = learn("cpr:reinforcement=0,h_max=9,ignore=0.9999999", kSynapses, 1).weights;
  std::vector<int> h(kSynapses);
  for (std::size_t i = 0; i < kSynapses; ++i) h[i] = start.sign(i);
  std::uint64_t learnt = 0;
  for (std::size_t r = 0; r < kPatterns; ++r) {
    int delta = 0;
    for (std::size_t i = 0; i < kSynapses; ++i) delta += instance.x.sign(r, i) * (h[i] > 0 ? 1 : -1);
    if (delta > 0) continue;
    ++learnt;
    for (std::size_t i = 0; i < kSynapses; ++i) h[i] = std::clamp(h[i] + 2 * instance.x.sign(r, i), -9, 9);
  }
  const StreamResult result = learn("cpr:reinforcement=0,h_max=9", kSynapses, kPatterns);
  ASSERT_FALSE(result.found());  // otherwise it would have ended earlier
  EXPECT_EQ(result.last().patterns, kPatterns);
  EXPECT_EQ(result.last().learnt, learnt);
  for (std::size_t i = 0; i < kSynapses; ++i) EXPECT_EQ(result.weights[i], h[i] > 0);
}

TEST(LearnStream, IsTheSameAtEverySimdLevel) {
  for (const char* spec : {"sbpi:flip=0.02", "cpr"}) {
    const StreamResult expected = learn(spec);
    for_every_simd_level([&](std::string_view) {
      const StreamResult result = learn(spec);
      EXPECT_EQ(result.weights, expected.weights);
      EXPECT_EQ(result.last().patterns, expected.last().patterns);
    });
  }
}

TEST(LearnStream, PointsAreAtFixedNumbersOfPatternsAndAtTheEnd) {
  const StreamResult result = learn("sbpi:probability=0", 801, 500);
  std::vector<std::uint64_t> patterns;
  for (const StreamPoint& point : result.points) patterns.push_back(point.patterns);
  EXPECT_THAT(patterns, ::testing::ElementsAre(100, 119, 142, 168, 200, 238, 283, 337, 401, 476, 500));
  EXPECT_GT(result.last().overlap, 0.2);
  EXPECT_GE(result.last().learnt, result.points[0].learnt);
}

TEST(LearnStream, StopsAtItsBudgetAndWhenCancelled) {
  EXPECT_EQ(learn("cpr", 101, 0, {.work = 50}).last().patterns, 50u);
  std::atomic<bool> cancelled = true;
  RunLimits limits;
  limits.cancelled = &cancelled;
  const StreamResult none = learn("cpr", 101, 0, limits);
  EXPECT_EQ(none.last().patterns, 0u);
  EXPECT_EQ(none.weights.size(), 101u);
}

TEST(StreamRules, MistakesAreSentences) {
  EXPECT_THAT([] { read_stream_learner("rbp"); },
              ThrowsMessage<Error>("expected one of the rules of online learning sbpi, cpr; got 'rbp'"));
  EXPECT_THAT([] { read_stream_learner("cpr:h_max=10"); },
              ThrowsMessage<Error>("cpr: expected an odd h_max, got 10"));
  EXPECT_THAT([] { read_stream_learner("sbpi:margin=1"); }, ThrowsMessage<Error>(HasSubstr("margin")));
  EXPECT_EQ(read_stream_learner("cpr").canonical, "cpr:reinforcement=0.3,h_max=auto");
  EXPECT_EQ(read_stream_learner("cpr:flip=0.1").shortest, "cpr:flip=0.1");
}

}  // namespace
}  // namespace bitbasin::learn_stream_test
