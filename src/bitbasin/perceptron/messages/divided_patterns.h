// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/exact_patterns.h"
#include "bitbasin/ranks/rank_calls.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// One instance over the ranks of a job: each makes and keeps an equal part of the patterns, in memory or on a
// GPU. Rank 0 keeps the vectors. A forward product sends N short integers to every rank and gets P sums from
// all of them together; a backward product sends P and gets N from each.
class DividedPatterns final : public ExactPatterns {
 public:
  DividedPatterns(const PerceptronInstance& instance, const SolveSetup& setup);

  std::size_t n() const override { return n_; }
  std::size_t patterns() const override { return patterns_; }
  void forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) override;
  void backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) override;
  // Asks the others only where rank 0 finds no error among its own patterns.
  bool violates_none(const BitVector& w) override;
  std::size_t count_errors(const BitVector& w) override;

 private:
  std::size_t n_, patterns_;
  RankCalls& ranks_;
  std::unique_ptr<ExactPatterns> mine_;
  std::vector<std::int32_t> sums_;  // those of another rank
};

// What a rank other than 0 answers (answer_calls). It makes its part of the instance when it is first asked.
class PatternsOfRank {
 public:
  PatternsOfRank(std::function<PerceptronInstance()> make, const SolveSetup& setup, int rank, int size)
      : make_(std::move(make)), setup_(setup), rank_(rank), size_(size) {}

  std::string answer(std::string_view request);

 private:
  std::function<PerceptronInstance()> make_;
  SolveSetup setup_;
  int rank_, size_;
  std::unique_ptr<ExactPatterns> mine_;
  std::vector<std::int16_t> entries_;
  std::vector<std::int32_t> sums_;
};

}  // namespace bitbasin
