// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/anneal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bitbasin::anneal_test {
namespace {

// Two colours for the vertices of a graph so that no edge joins equal ones: a whole energy.
class Colouring {
 public:
  Colouring(std::size_t vertices, std::vector<std::pair<std::size_t, std::size_t>> edges)
      : edges_(std::move(edges)), colour_(vertices) {
    assign(colour_);
  }
  std::size_t variables() const { return colour_.size(); }
  const BitVector& configuration() const { return colour_; }
  std::int64_t energy() const { return energy_; }
  std::int64_t energy_change(std::size_t i) const {
    std::int64_t change = 0;
    for (const auto& [a, b] : edges_) {
      if (a == i || b == i) change += colour_[a] == colour_[b] ? -1 : 1;
    }
    return change;
  }
  void flip(std::size_t i) {
    energy_ += energy_change(i);
    colour_.flip(i);
  }
  void assign(const BitVector& colour) {
    colour_ = colour;
    energy_ = 0;
    for (const auto& [a, b] : edges_) energy_ += colour_[a] == colour_[b];
  }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> edges_;
  BitVector colour_;
  std::int64_t energy_ = 0;
};

// Numbers divided into two groups of nearly equal sums: a real energy.
class Partition {
 public:
  explicit Partition(std::vector<double> numbers) : numbers_(std::move(numbers)), heap_(numbers_.size()) {
    assign(heap_);
  }
  std::size_t variables() const { return numbers_.size(); }
  const BitVector& configuration() const { return heap_; }
  double energy() const { return std::abs(difference_); }
  double energy_change(std::size_t i) const {
    return std::abs(difference_ - 2 * heap_.sign(i) * numbers_[i]) - std::abs(difference_);
  }
  void flip(std::size_t i) {
    difference_ -= 2 * heap_.sign(i) * numbers_[i];
    heap_.flip(i);
  }
  void assign(const BitVector& heap) {
    heap_ = heap;
    difference_ = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) difference_ += heap_.sign(i) * numbers_[i];
  }

 private:
  std::vector<double> numbers_;
  BitVector heap_;
  double difference_ = 0;
};

static_assert(AnnealingProblem<Colouring> && AnnealingProblem<Partition>);

Colouring ring(std::size_t vertices) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (std::size_t i = 0; i < vertices; ++i) edges.emplace_back(i, (i + 1) % vertices);
  return {vertices, std::move(edges)};
}

TEST(Anneal, ColoursAnEvenRingAndLeavesOneEdgeOfAnOddOne) {
  for (const std::size_t vertices : {40u, 41u}) {
    Colouring problem = ring(vertices);
    RunControl control;
    const auto result = anneal(problem, {1.0, 0.05, 2000, 3}, 5, control);
    EXPECT_EQ(result.energy, static_cast<std::int64_t>(vertices % 2));
    problem.assign(result.best);
    EXPECT_EQ(problem.energy(), result.energy);
    EXPECT_EQ(result.runs == 3, vertices % 2 == 1)
        << "all runs are made only where the target is out of reach";
  }
}

TEST(Anneal, PartitionsNumbers) {
  std::vector<double> numbers;
  for (int i = 1; i <= 40; ++i) numbers.push_back(std::sqrt(i));
  Partition problem(numbers);
  RunControl control;
  const auto result = anneal(problem, {1.0, 1e-3, 3000, 1}, 1, control, 0.01);
  EXPECT_LE(result.energy, 0.01);
  problem.assign(result.best);
  EXPECT_NEAR(problem.energy(), result.energy, 1e-9);
}

// At a constant temperature the configurations follow exp(-E / T): a chain of 8 spins is small enough to sum.
TEST(Anneal, SamplesTheBoltzmannDistribution) {
  constexpr double kTemperature = 0.7;
  constexpr int kVertices = 8;
  Colouring problem = ring(kVertices);
  double weight = 0, mean = 0;
  for (unsigned w = 0; w < 1u << kVertices; ++w) {
    BitVector colour(kVertices);
    colour.words()[0] = w;
    problem.assign(colour);
    const auto e = static_cast<double>(problem.energy());
    weight += std::exp(-e / kTemperature);
    mean += e * std::exp(-e / kTemperature);
  }
  mean /= weight;
  double sum = 0;
  constexpr std::uint64_t kSamples = 4000;
  for (std::uint64_t seed = 1; seed <= kSamples; ++seed) {
    RunControl control;
    anneal(problem, {kTemperature, kTemperature, 20, 1}, seed, control, std::int64_t{-1});
    sum += static_cast<double>(problem.energy());
  }
  EXPECT_NEAR(sum / kSamples, mean, 0.08);  // four standard errors: the energy varies by 1.3
}

TEST(Anneal, StopsAtItsBudgetAndRepeatsItself) {
  Colouring problem = ring(41);
  RunControl control({.work = 41 * 7 + 3});
  const auto result = anneal(problem, {1.0, 0.3, 100, 2}, 9, control);
  EXPECT_EQ(result.sweeps, 7u);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  RunControl again({.work = 41 * 7 + 3});
  const auto repeated = anneal(problem, {1.0, 0.3, 100, 2}, 9, again);
  EXPECT_EQ(repeated.best, result.best);
  EXPECT_EQ(repeated.flips, result.flips);
}

TEST(Anneal, NoTemperatureIsGreedy) {
  Colouring problem = ring(12);
  RunControl control;
  anneal(problem, {0, 0, 50, 1}, 2, control, std::int64_t{-1});
  for (std::size_t i = 0; i < 12; ++i) EXPECT_GE(problem.energy_change(i), 0);
}

}  // namespace
}  // namespace bitbasin::anneal_test
