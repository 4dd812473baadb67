// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/pattern_rows.h"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin::pattern_rows_test {
namespace {

TEST(PatternRows, OfARecipeAreMadeWhenTheyAreAskedFor) {
  BitVector labels(70);
  for (std::size_t r = 0; r < 70; r += 3) labels.set(r, true);
  const PatternRows rows({101, 70, 3}, labels, 2), copy = rows;
  EXPECT_EQ(rows.rows(), 70u);
  EXPECT_EQ(rows.cols(), 101u);
  EXPECT_FALSE(rows.stored());
  BitVector row(101);
  std::vector<BitVector> made;
  for (std::size_t r = 0; r < 70; ++r) {
    rows.copy_row(r, row.words());
    made.push_back(row);
  }
  EXPECT_FALSE(rows.stored());
  const BitMatrix& matrix = rows;
  EXPECT_TRUE(rows.stored());
  EXPECT_EQ(&copy.matrix(), &matrix) << "copies share the matrix";
  for (std::size_t r = 0; r < 70; ++r) {
    EXPECT_TRUE(std::ranges::equal(made[r].words(), matrix.row(r))) << r;
    rows.copy_row(r, row.words());
    EXPECT_EQ(row, made[r]);
  }
}

TEST(PatternRows, AreMadeOnceByManyThreads) {
  const PatternRows rows({101, 70, 3}, BitVector(70), 1);
  std::vector<const BitMatrix*> seen(4);
  std::vector<std::thread> threads;
  for (const BitMatrix*& mine : seen) threads.emplace_back([&] { mine = &rows.matrix(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(seen, testing::Each(&rows.matrix()));
}

TEST(PatternRows, GivenOnesAreThemselves) {
  BitMatrix x(2, 3);
  x.set(1, 2, true);
  PatternRows rows(x);
  EXPECT_EQ(rows.recipe(), nullptr);
  EXPECT_TRUE(rows.stored());
  EXPECT_EQ(rows.sign(1, 2), 1);
  EXPECT_EQ(rows, PatternRows(x));
  EXPECT_EQ(std::move(rows).take(), x);
  EXPECT_EQ(PatternRows().rows(), 0u);
}

TEST(PatternRows, TooManyForMemoryAreNamedButNotMade) {
  const PerceptronInstance instance = random_instance(100000001, 100000000, 1);
  EXPECT_THAT([&] { instance.x.matrix(); },
              testing::ThrowsMessage<Error>(
                  testing::StartsWith("out of memory: 100000000 patterns of 100000001 entries would take")));
}

// The checker makes rows again, and says what it says of stored ones, for any number of threads.
TEST(PatternRows, ErrorsAreCountedWithoutTheMatrix) {
  const PerceptronInstance stored = random_instance(101, 300, 5);
  stored.x.matrix();
  BitVector weights(101);
  for (std::size_t i = 0; i < 101; i += 2) weights.set(i, true);
  std::size_t errors = 0;
  for (std::size_t r = 0; r < 300; ++r) {
    int sum = 0;
    for (std::size_t i = 0; i < 101; ++i) sum += stored.x.sign(r, i) * weights.sign(i);
    errors += sum <= 0;
  }
  for (const int threads : {1, 3}) {
    const PerceptronInstance recipe = random_instance(101, 300, 5);
    EXPECT_EQ(count_violations(recipe, weights, threads), errors);
    EXPECT_FALSE(recipe.x.stored());
    EXPECT_EQ(count_violations(stored, weights, threads), errors);
  }
}

}  // namespace
}  // namespace bitbasin::pattern_rows_test
