// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/committee_array.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin::committee_array_test {
namespace {

// The formula of the paper with signs as plain integers.
std::vector<int> naive_sums(const CommitteeArray& network, const BitMatrix& patterns, std::size_t row) {
  const CommitteeShape& s = network.shape;
  std::vector<int> sums(s.labels);
  for (std::size_t k = 0; k < s.committees; ++k) {
    int votes = 0;
    for (std::size_t j = 0; j < s.units; ++j) {
      int field = 0;
      for (std::size_t i = 0; i < s.inputs; ++i) {
        field += network.weights.sign(j * s.committees + k, i) * pattern(patterns, row, s.depth).value(i);
      }
      votes += field > 0 ? 1 : -1;
    }
    for (std::size_t l = 0; l < s.labels; ++l) sums[l] += (votes > 0 ? 1 : -1) * network.outputs.sign(l, k);
  }
  return sums;
}

TEST(CommitteeArray, SumsAreThoseOfThePaper) {
  for (const CommitteeShape& shape :
       {CommitteeShape{501, 3, 7, 10}, CommitteeShape{1, 1, 1, 2}, CommitteeShape{33, 3, 7, 10, 3}}) {
    const CommitteeArray network = random_network(shape, 4);
    const BitMatrix patterns = random_patterns(5 * shape.depth, shape.inputs, 0.3, 9);
    for (std::size_t r = 0; r < 5; ++r) {
      EXPECT_EQ(label_sums(network, pattern(patterns, r, shape.depth)), naive_sums(network, patterns, r));
    }
  }
}

TEST(CommitteeArray, LowestOfEqualLabelsAndMargins) {
  const std::vector<int> sums = {-3, 5, 5, 1};
  EXPECT_EQ(best_label(sums), 1u);
  EXPECT_EQ(label_margin(sums, 1), 0);
  EXPECT_EQ(label_margin(sums, 3), -4);
  EXPECT_EQ(label_margin(std::vector<int>{7, -7}, 0), 14);
}

TEST(CommitteeArray, OutputsAreRandomAndFixedByTheSeed) {
  const CommitteeShape shape{5, 1, 2000, 10};
  const CommitteeArray a = make_committee_array(shape, 1);
  EXPECT_EQ(a, make_committee_array(shape, 1));
  EXPECT_NE(a.outputs, make_committee_array(shape, 2).outputs);
  int positive = 0;
  for (std::size_t l = 0; l < shape.labels; ++l) {
    for (std::size_t k = 0; k < shape.committees; ++k) positive += a.outputs.get(l, k);
  }
  EXPECT_NEAR(positive, 10000, 5 * 71);
}

TEST(CommitteeArray, RefusesSizesThatDoNotWork) {
  const auto sentence = [](const CommitteeShape& shape) {
    try {
      check(shape);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(sentence({501, 11, 30, 10}), "");
  EXPECT_THAT(sentence({500, 11, 30, 10}), testing::HasSubstr("odd number of inputs"));
  EXPECT_THAT(sentence({501, 10, 30, 10}), testing::HasSubstr("odd number of units"));
  EXPECT_THAT(sentence({501, 1023, 30, 10}), testing::HasSubstr("got 1023"));
  EXPECT_THAT(sentence({501, 11, 0, 10}), testing::HasSubstr("committee"));
  EXPECT_THAT(sentence({501, 11, 30, 1}), testing::HasSubstr("labels"));
  EXPECT_THAT(sentence({501, 11, 30, 10, 5}), testing::HasSubstr("inputs of 1 to 4 bits, got 5"));
}

TEST(PatternView, BitsSpellOddNumbers) {
  BitMatrix rows(4, 2);
  rows.set(2, 0, true);  // pattern 1: low bits 1 0, high bits 0 1
  rows.set(3, 1, true);
  EXPECT_EQ(pattern(rows, 0, 2).value(0), -3);
  EXPECT_EQ(pattern(rows, 1, 2).value(0), -1);
  EXPECT_EQ(pattern(rows, 1, 2).value(1), 1);
  EXPECT_EQ(pattern(rows, 3, 1).value(1), 1);
}

}  // namespace
}  // namespace bitbasin::committee_array_test
