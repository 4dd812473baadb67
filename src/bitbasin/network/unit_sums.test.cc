// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/unit_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin::unit_sums_test {
namespace {

// Odd and awkward sizes: one input, one lane, rows that are no whole bytes, one to four blocks, tiles that
// are full or have one input more.
const CommitteeShape kShapes[] = {
    {1, 1, 1, 2},       {5, 3, 7, 3},     {63, 11, 30, 10},  {501, 11, 30, 10},  {511, 5, 9, 2},
    {513, 3, 65, 4},    {785, 7, 40, 10}, {2049, 3, 5, 10},  {63, 3, 70, 3, 2},  {501, 3, 9, 3, 3},
    {9001, 1, 3, 2, 4}, {959, 3, 5, 2},   {961, 3, 5, 2},    {1921, 3, 5, 2, 2}, {70001, 1, 3, 2},
    {639, 3, 5, 2},     {641, 9, 60, 3},  {1281, 5, 200, 3}, {129, 7, 77, 2, 2},
};

int naive_sum(const CommitteeArray& network, std::size_t unit, const BitMatrix& patterns, std::size_t row) {
  int field = 0;
  for (std::size_t i = 0; i < network.shape.inputs; ++i) {
    field += network.weights.sign(unit, i) * pattern(patterns, row, network.shape.depth).value(i);
  }
  return (field - 1) / 2;
}

OnInputs on_inputs(const LaneLayout& layout, const BitMatrix& patterns, std::size_t depth = 1) {
  OnInputs batch;
  batch.clear();
  for (std::size_t r = 0; r < patterns.rows() / depth; ++r) batch.add(pattern(patterns, r, depth), layout);
  return batch;
}

TEST(OnInputs, ListsTheBitsThatAreOnAtEveryLevel) {
  for_every_simd_level([](std::string_view) {
    OnInputs batch;
    for (const std::size_t inputs : {9001u, 1u, 63u, 501u}) {  // the longest first: its memory is used again
      const LaneLayout layout({inputs, 1, 3, 2});
      for (const double on : {0.0, 0.3, 1.0}) {
        const BitMatrix patterns = random_patterns(3, inputs, on, 8);
        batch.clear();
        for (std::size_t r = 0; r < 3; ++r) batch.add(pattern(patterns, r, 1), layout);
        ASSERT_EQ(batch.patterns(), 3u);
        for (std::size_t r = 0; r < 3; ++r) {
          std::size_t total = 0;
          for (std::size_t tile = 0; tile * layout.tile_inputs() < inputs; ++tile) {
            const std::size_t first = tile * layout.tile_inputs();
            const std::size_t size = std::min(layout.tile_inputs(), inputs - first);
            std::vector<std::uint16_t> expected;
            for (std::size_t i = 0; i < size; ++i) {
              if (patterns.sign(r, first + i) > 0) expected.push_back(static_cast<std::uint16_t>(i));
            }
            total += expected.size();
            while (expected.size() % OnInputs::kGroup != 0)
              expected.push_back(static_cast<std::uint16_t>(size));
            const auto list = batch.list(r, tile);
            EXPECT_EQ(std::vector(list.begin(), list.end()), expected);
          }
          EXPECT_EQ(batch.total(r), total);
        }
      }
    }
  });
}

TEST(UnitSums, AreThoseOfANaiveLoopAtEveryLevel) {
  for (const CommitteeShape& shape : kShapes) {
    SCOPED_TRACE(shape.inputs);
    const CommitteeArray network = random_network(shape, 3);
    for (const double on : {0.0, 0.3, 1.0}) {
      const BitMatrix patterns = random_patterns(3 * shape.depth, shape.inputs, on, 8);
      std::vector<int> expected;
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t u = 0; u < shape.all_units(); ++u) {
          expected.push_back(naive_sum(network, u, patterns, r));
        }
      }
      for_every_simd_level([&](std::string_view) {
        const SlicedWeights weights(LaneLayout(shape), network.weights);
        UnitSums sums(weights.layout(), 4);
        sum_units(weights, on_inputs(weights.layout(), patterns, shape.depth), sums);
        std::vector<int> found;
        for (std::size_t r = 0; r < 3; ++r) {
          for (std::size_t u = 0; u < shape.all_units(); ++u) {
            found.push_back(sums.get(r, sums.layout().lane(u)));
          }
        }
        ASSERT_EQ(found, expected);
      });
    }
  }
}

// A layout suits the vectors of the level at which it was made.
TEST(UnitSums, OfTheLayoutOfAnyLevelAreTheSameAtEveryLevel) {
  const CommitteeShape shape{1301, 9, 60, 3};
  const CommitteeArray network = random_network(shape, 3);
  const BitMatrix patterns = random_patterns(2, shape.inputs, 0.4, 8);
  std::vector<LaneLayout> layouts;
  for_every_simd_level([&](std::string_view) { layouts.emplace_back(shape); });
  for (const LaneLayout& layout : layouts) {
    const SlicedWeights weights(layout, network.weights);
    for_every_simd_level([&](std::string_view) {
      UnitSums sums(layout, 2);
      sum_units(weights, on_inputs(layout, patterns), sums);
      for (std::size_t u = 0; u < shape.all_units(); u += 7) {
        ASSERT_EQ(sums.get(1, layout.lane(u)), naive_sum(network, u, patterns, 1));
      }
    });
  }
}

TEST(UnitSums, ReachTheLargestMagnitude) {
  const CommitteeShape shape{511, 1, 3, 2};
  CommitteeArray network = make_committee_array(shape, 1);  // all weights -1
  const BitMatrix on = random_patterns(1, 511, 1, 1), off = random_patterns(1, 511, 0, 1);
  const SlicedWeights weights(LaneLayout(shape), network.weights);
  UnitSums sums(weights.layout(), 1);
  sum_units(weights, on_inputs(weights.layout(), on), sums);
  EXPECT_EQ(sums.get(0, 2), -256);
  sum_units(weights, on_inputs(weights.layout(), off), sums);
  EXPECT_EQ(sums.get(0, 2), 255);
}

TEST(UnitSums, FollowUpdatesOfUnits) {
  const CommitteeShape shape{1001, 5, 150, 3};  // a pair of blocks, and one more
  CommitteeArray network = random_network(shape, 3);
  const CommitteeArray other = random_network(shape, 5);
  SlicedWeights weights(LaneLayout(shape), network.weights);
  std::vector<UnitChange> changes;
  for (std::size_t u = 0; u < shape.all_units(); u += 3) {
    changes.push_back({weights.layout().lane(u), network.weights.row(u), other.weights.row(u)});
  }
  weights.update(changes);
  for (std::size_t u = 0; u < shape.all_units(); u += 3) {
    std::ranges::copy(other.weights.row(u), network.weights.row(u).begin());
  }
  const BitMatrix patterns = random_patterns(2, shape.inputs, 0.4, 8);
  UnitSums sums(weights.layout(), 2);
  sum_units(weights, on_inputs(weights.layout(), patterns), sums);
  for (std::size_t u = 0; u < shape.all_units(); ++u) {
    EXPECT_EQ(sums.get(1, sums.layout().lane(u)), naive_sum(network, u, patterns, 1));
  }
}

TEST(UnitSums, GetsWhatWasSet) {
  const CommitteeShape shape{501, 3, 9, 3};
  UnitSums sums(LaneLayout(shape), 2);
  for (const int s : {-251, -1, 0, 7, 250}) {
    sums.set(1, 13, s);
    EXPECT_EQ(sums.get(1, 13), s);
    EXPECT_EQ(sums.get(1, 12), 0);
    EXPECT_EQ(sums.get(1, 14), 0);
    EXPECT_EQ(sums.get(0, 13), 0);
  }
}

TEST(UnitSums, OfSomeUnitsAreThoseOfAll) {
  for (const std::size_t depth : {1u, 3u}) {
    const CommitteeShape shape{101, 41, 70, 4, depth};
    const CommitteeArray network = random_network(shape, 3);
    const BitMatrix patterns = random_patterns(2 * depth, shape.inputs, 0.4, 8);
    const SlicedWeights weights(LaneLayout(shape), network.weights);
    UnitSums sums(weights.layout(), 2);
    sum_units(weights, on_inputs(weights.layout(), patterns, depth), sums);
    const std::vector<std::uint32_t> units = {0, 2869, 77, 78};
    for_every_simd_level([&](std::string_view) {
      std::vector<int> some(units.size());
      sum_some_units(network.weights, units, pattern(patterns, 1, depth), some);
      for (std::size_t k = 0; k < units.size(); ++k)
        EXPECT_EQ(some[k], sums.get(1, sums.layout().lane(units[k])));
    });
  }
}

}  // namespace
}  // namespace bitbasin::unit_sums_test
