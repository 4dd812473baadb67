// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/occurrences.h"

namespace bitbasin {

// An assignment and how many true literals each clause has, kept while variables flip.
class TrueCounts {
 public:
  TrueCounts(const Formula& formula, const Occurrences& occurrences)
      : formula_(formula),
        occurrences_(occurrences),
        assignment_(formula.variables),
        count_(formula.clauses()) {
    assign(assignment_);
  }

  const BitVector& assignment() const { return assignment_; }
  std::size_t unsatisfied() const { return unsatisfied_; }

  void assign(const BitVector& assignment, int threads = 1) {
    assignment_ = assignment;
    count(threads);
  }

  // Flips several variables, each once.
  void flip_all(std::span<const std::uint32_t> variables, int threads) {
    constexpr std::size_t kFlip = 64;  // costs as much as counting the literals of so many clauses
    if (variables.size() < count_.size() / kFlip) {
      for (const std::uint32_t i : variables) flip(i);
      return;
    }
    for (const std::uint32_t i : variables) assignment_.flip(i);
    count(threads);
  }

  void flip(std::size_t i) {
    const Literal was = make_literal(static_cast<std::uint32_t>(i), !assignment_[i]);
    for (const std::uint32_t a : occurrences_.of(was)) unsatisfied_ += --count_[a] == 0 ? 1 : 0;
    for (const std::uint32_t a : occurrences_.of(complement_of(was))) {
      unsatisfied_ -= count_[a]++ == 0 ? 1 : 0;
    }
    assignment_.flip(i);
  }

 private:
  void count(int threads) {
    constexpr std::size_t kGrain = 1 << 14;
    std::atomic<std::size_t> unsatisfied = 0;
    parallel_ranges(count_.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
      std::size_t without = 0;
      for (std::size_t a = begin; a < end; ++a) {
        std::uint32_t trues = 0;
        for (const Literal literal : formula_.clause(a)) trues += is_true(literal, assignment_) ? 1 : 0;
        count_[a] = trues;
        without += trues == 0 ? 1 : 0;
      }
      unsatisfied += without;
    });
    unsatisfied_ = unsatisfied;
  }

  const Formula& formula_;
  const Occurrences& occurrences_;
  BitVector assignment_;
  std::vector<std::uint32_t> count_;
  std::size_t unsatisfied_ = 0;
};

}  // namespace bitbasin
