// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/checker.h"

#include <cstdint>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

static_assert(CheckedProblem<PerceptronInstance>);

std::size_t count_violations(const PerceptronInstance& instance, const BitVector& weights) {
  if (weights.size() != instance.n()) {
    fail("expected {}, one for each entry of a pattern, got {}", counted(instance.n(), "weight"),
         weights.size());
  }
  std::size_t errors = 0;
  for (std::size_t r = 0; r < instance.patterns(); ++r) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < instance.n(); ++i) sum += instance.x.sign(r, i) * weights.sign(i);
    if (!allows(instance.constraint, sum, instance.n())) ++errors;
  }
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
