// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/checker.h"

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

static_assert(CheckedProblem<PerceptronInstance>);

namespace {

// x . W: the entries that agree less those that differ.
std::int64_t sum_of(std::span<const std::uint64_t> x, const BitVector& weights) {
  std::int64_t differ = 0;
  for (std::size_t j = 0; j < x.size(); ++j) differ += std::popcount(x[j] ^ weights.words()[j]);
  return static_cast<std::int64_t>(weights.size()) - 2 * differ;
}

}  // namespace

std::size_t count_violations(const PerceptronInstance& instance, const BitVector& weights, int threads) {
  if (weights.size() != instance.n()) {
    fail("expected {}, one for each entry of a pattern, got {}", counted(instance.n(), "weight"),
         weights.size());
  }
  std::atomic<std::size_t> errors = 0;
  constexpr std::size_t kRows = 64;  // that are worth a thread
  parallel_ranges(instance.patterns(), kRows, threads, [&](std::size_t begin, std::size_t end) {
    BitVector x(instance.n());
    std::size_t found = 0;
    for (std::size_t r = begin; r < end; ++r) {
      instance.x.copy_row(r, x.words());
      if (!allows(instance.constraint, sum_of(x.words(), weights), instance.n())) ++found;
    }
    errors += found;
  });
  return errors;
}

double overlap(const BitVector& teacher, const BitVector& weights) {
  if (weights.size() != teacher.size() || teacher.size() == 0) {
    fail("expected {} weights, as many as the teacher has, got {}", teacher.size(), weights.size());
  }
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < teacher.size(); ++i) sum += teacher.sign(i) * weights.sign(i);
  return static_cast<double>(sum) / static_cast<double>(teacher.size());
}

}  // namespace bitbasin
