// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/instance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::instance_test {
namespace {

using testing::HasSubstr;

TEST(PatternCount, RoundsToTheNearest) {
  EXPECT_EQ(pattern_count(1001, 0.3), 300);
  EXPECT_EQ(pattern_count(1001, 0), 0);
  EXPECT_EQ(pattern_count(5, 0.5), 3);  // 2.5
  EXPECT_EQ(pattern_count(10001, 0.74), 7401);
}

TEST(PatternCount, RefusesWhatIsNoCount) {
  EXPECT_THAT(error_text([] { pattern_count(11, -0.1); }),
              HasSubstr("alpha, patterns per synapse, of at least 0"));
  EXPECT_THAT(error_text([] { pattern_count(11, std::nan("")); }), HasSubstr("got nan"));
  EXPECT_THAT(error_text([] { pattern_count(11, INFINITY); }), HasSubstr("alpha * N of at most 2^52"));
  EXPECT_THAT(error_text([] { pattern_count(1001, 1e300); }), HasSubstr("alpha = 1e+300 and N = 1001"));
}

// The definition, which files and published results depend on: bit i of pattern r is bit i % 64 of word i /
// 64 of the stream (seed, "perceptron.patterns", r), and so on.
TEST(Instance, BitsComeFromTheirStreams) {
  const std::uint64_t seed = 42;
  for (const std::size_t n : {1u, 63u, 65u, 1001u}) {
    const PerceptronInstance random = random_instance(n, 70, seed);
    const PerceptronInstance taught = teacher_instance(n, 70, seed);
    const Stream labels(seed, purpose("perceptron.labels"));
    const Stream teacher(seed, purpose("perceptron.teacher"));
    const BitMatrix patterns = original_patterns(random);
    EXPECT_EQ(original_patterns(taught), patterns);
    for (std::size_t r = 0; r < 70; ++r) {
      EXPECT_EQ(random.labels[r], labels.at(r / 64) >> r % 64 & 1);
      const Stream stream(seed, purpose("perceptron.patterns"), r);
      int sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(patterns.get(r, i), stream.at(i / 64) >> i % 64 & 1);
        EXPECT_EQ((*taught.teacher)[i], teacher.at(i / 64) >> i % 64 & 1);
        sum += patterns.sign(r, i) * taught.teacher->sign(i);
      }
      EXPECT_EQ(taught.labels.sign(r), sum > 0 ? 1 : -1);
    }
  }
}

TEST(Instance, LabelsAreAbsorbedAndThePaddingStaysZero) {
  const PerceptronInstance instance = random_instance(101, 50, 7);
  const BitMatrix patterns = original_patterns(instance);
  for (std::size_t r = 0; r < 50; ++r) {
    for (std::size_t i = 0; i < 101; ++i) {
      EXPECT_EQ(instance.x.sign(r, i), instance.labels.sign(r) * patterns.sign(r, i));
    }
    EXPECT_EQ(instance.x.row(r)[1] >> 37, 0);
    EXPECT_TRUE(
        std::all_of(instance.x.row(r).begin() + 2, instance.x.row(r).end(), [](auto w) { return w == 0; }));
  }
  EXPECT_EQ(instance_from_patterns(patterns, instance.labels), instance);
}

TEST(Instance, DoesNotDependOnThreads) {
  for (const std::size_t patterns : {1u, 64u, 65u, 500u}) {
    for (const int threads : {2, 3, 7}) {
      EXPECT_EQ(random_instance(129, patterns, 3, threads), random_instance(129, patterns, 3));
      EXPECT_EQ(teacher_instance(129, patterns, 3, threads), teacher_instance(129, patterns, 3));
    }
  }
}

TEST(Instance, SeedsAndRowsDiffer) {
  const PerceptronInstance a = random_instance(201, 20, 1);
  EXPECT_FALSE(a == random_instance(201, 20, 2));
  const PerceptronInstance longer = random_instance(201, 21, 1);
  for (std::size_t r = 0; r < 20; ++r) EXPECT_TRUE(std::ranges::equal(a.x.row(r), longer.x.row(r)));
  EXPECT_FALSE(std::ranges::equal(a.x.row(0), a.x.row(1)));
}

TEST(Instance, AlphaIsPatternsPerSynapse) {
  const PerceptronInstance instance = random_instance(101, 50, 1);
  EXPECT_EQ(instance.n(), 101u);
  EXPECT_EQ(instance.patterns(), 50u);
  EXPECT_EQ(instance.alpha(), 50.0 / 101);
}

TEST(Instance, TheTeacherSolvesItsInstance) {
  const PerceptronInstance instance = teacher_instance(301, 1000, 5);
  EXPECT_EQ(count_violations(instance, *instance.teacher), 0);
  EXPECT_FALSE(random_instance(301, 10, 5).teacher.has_value());
}

TEST(Instance, SignsAreBalanced) {
  const PerceptronInstance instance = random_instance(1001, 1000, 11);
  std::int64_t sum = 0;
  std::int64_t labels = 0;
  for (std::size_t r = 0; r < 1000; ++r) {
    labels += instance.labels.sign(r);
    for (std::size_t i = 0; i < 1001; ++i) sum += instance.x.sign(r, i);
  }
  // Five standard deviations of a sum of independent signs.
  EXPECT_LT(std::abs(static_cast<double>(sum)), 5 * std::sqrt(1001e3));
  EXPECT_LT(std::abs(static_cast<double>(labels)), 5 * std::sqrt(1e3));
}

TEST(Instance, MayHaveNoPatterns) {
  EXPECT_EQ(random_instance(11, 0, 1).patterns(), 0);
  EXPECT_EQ(random_instance(11, 0, 1).alpha(), 0);
  EXPECT_EQ(teacher_instance(11, 0, 1).n(), 11);
}

TEST(Instance, RefusesImpossibleSizes) {
  EXPECT_EQ(error_text([] { random_instance(0, 1, 1); }),
            "expected N, the number of synapses, from 1 to 1073741824, got 0");
  EXPECT_EQ(error_text([] { teacher_instance(100, 1, 1); }),
            "expected an odd N, so that no sum over the synapses is 0, got 100");
  EXPECT_THAT(error_text([] { random_instance(std::numeric_limits<std::size_t>::max(), 1, 1); }),
              HasSubstr("from 1 to 1073741824"));
  EXPECT_THAT(error_text([] { random_instance(1001, std::numeric_limits<std::size_t>::max(), 1); }),
              HasSubstr("out of memory: labels of 18446744073709551615 patterns would take "));
}

TEST(Instance, FromPatternsChecksItsParts) {
  EXPECT_EQ(error_text([] { instance_from_patterns(BitMatrix(3, 5), BitVector(2)); }),
            "expected 3 labels, one for each pattern, got 2");
  EXPECT_THAT(error_text([] { instance_from_patterns(BitMatrix(3, 0), BitVector(3)); }), HasSubstr("got 0"));
  EXPECT_THAT(error_text([] { instance_from_patterns(BitMatrix(0, std::size_t{1} << 50), BitVector()); }),
              HasSubstr("from 1 to 1073741824"));
  EXPECT_EQ(instance_from_patterns(BitMatrix(2, 4), BitVector(2)).n(), 4);  // an even N is the user's choice
}

}  // namespace
}  // namespace bitbasin::instance_test
