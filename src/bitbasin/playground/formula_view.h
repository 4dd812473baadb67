// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

// A formula and a run on it, as the playground draws them.
class FormulaView {
 public:
  explicit FormulaView(Formula formula);

  const Formula& formula() const { return formula_; }

  // Solves by the algorithm that a spec string names. A budget of 0 is none.
  VerifiedResult solve(std::string_view algorithm, std::uint64_t seed, std::uint64_t budget,
                       const std::function<void(const TracePoint&)>& on_iteration);

  // +1 and -1 for each variable, of the iteration that was told last or, after the run, of its result.
  std::span<const float> assignment();

 private:
  Formula formula_;
  BitVector shown_;
  std::vector<float> assignment_;
};

}  // namespace bitbasin
