// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/readout.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin::readout_test {
namespace {

const CommitteeShape kShapes[] = {
    {5, 1, 1, 2},     {63, 3, 7, 10},   {101, 11, 30, 10}, {101, 17, 64, 3},
    {31, 33, 129, 5}, {15, 81, 260, 4}, {31, 5, 20, 4, 2},
};

UnitSums all_sums(const CommitteeArray& network, const BitMatrix& patterns) {
  const SlicedWeights weights(LaneLayout(network.shape), network.weights);
  const std::size_t depth = network.shape.depth;
  UnitSums sums(weights.layout(), patterns.rows() / depth);
  OnInputs batch;
  batch.clear();
  for (std::size_t r = 0; r < patterns.rows() / depth; ++r)
    batch.add(pattern(patterns, r, depth), weights.layout());
  sum_units(weights, batch, sums);
  return sums;
}

// Who learns, by the words of the paper: for each committee that votes wrong, among its units with the wrong
// sign the one whose field is closest to zero; the first of equals.
std::map<std::size_t, int> naive_route(const CommitteeArray& network, const BitMatrix& patterns,
                                       std::size_t row, std::size_t label) {
  std::map<std::size_t, int> learns;
  const CommitteeShape& s = network.shape;
  for (std::size_t k = 0; k < s.committees; ++k) {
    const int wanted = network.outputs.sign(label, k);
    int votes = 0, best = 0;
    std::size_t easiest = 0;
    for (std::size_t j = 0; j < s.units; ++j) {
      const std::size_t unit = j * s.committees + k;
      const int f = wanted * unit_field(network.weights.row(unit), pattern(patterns, row, s.depth));
      votes += f > 0 ? 1 : -1;
      if (f < 0 && (best == 0 || f > best)) {
        best = f;
        easiest = unit;
      }
    }
    if (votes < 0) learns[easiest] = wanted;
  }
  return learns;
}

TEST(Readout, SumsAreThoseOfThePlainLoopAtEveryLevel) {
  for (const CommitteeShape& shape : kShapes) {
    SCOPED_TRACE(shape.committees);
    const CommitteeArray network = random_network(shape, 3);
    const BitMatrix patterns = random_patterns(4 * shape.depth, shape.inputs, 0.4, 8);
    for_every_simd_level([&](std::string_view) {
      const UnitSums sums = all_sums(network, patterns);
      Readout readout(shape, network.outputs);
      for (std::size_t r = 0; r < 4; ++r) {
        readout.read(sums, r);
        const std::vector<int> expected = label_sums(network, pattern(patterns, r, shape.depth));
        EXPECT_TRUE(std::ranges::equal(readout.sums(), expected));
        EXPECT_EQ(readout.label(), best_label(expected));
      }
    });
  }
}

TEST(Readout, RoutesErrorsToTheEasiestWrongUnits) {
  for (const CommitteeShape& shape : kShapes) {
    SCOPED_TRACE(shape.committees);
    const CommitteeArray network = random_network(shape, 3);
    const BitMatrix patterns = random_patterns(4 * shape.depth, shape.inputs, 0.4, 8);
    for_every_simd_level([&](std::string_view) {
      const UnitSums sums = all_sums(network, patterns);
      Readout readout(shape, network.outputs);
      for (std::size_t r = 0; r < 4; ++r) {
        readout.read(sums, r);
        for (std::size_t label = 0; label < shape.labels; ++label) {
          std::map<std::size_t, int> learns;
          std::set<std::size_t> expected;
          readout.route(
              sums, r, label, [&](std::size_t unit) { expected.insert(unit); },
              [&](std::size_t unit, int sign) {
                EXPECT_TRUE(expected.contains(unit));
                EXPECT_TRUE(learns.emplace(unit, sign).second);
              });
          EXPECT_EQ(learns, naive_route(network, patterns, r, label));
        }
      }
    });
  }
}

}  // namespace
}  // namespace bitbasin::readout_test
