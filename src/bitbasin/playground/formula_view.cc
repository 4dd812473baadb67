// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/formula_view.h"

#include <utility>

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"

namespace bitbasin {

FormulaView::FormulaView(Formula formula)
    : formula_(std::move(formula)), shown_(formula_.variables), assignment_(formula_.variables) {}

VerifiedResult FormulaView::solve(std::string_view algorithm, std::uint64_t seed, std::uint64_t budget,
                                  const std::function<void(const TracePoint&)>& on_iteration) {
  RunControl control({.work = budget});
  const auto told = [&](const TracePoint& point) {
    if (point.configuration != nullptr) shown_ = *point.configuration;
    on_iteration(point);
  };
  const SolveSetup setup{.seed = seed, .on_iteration = told, .brief_trace = true};
  VerifiedResult result = bitbasin::solve(formula_, algorithm, setup, control);
  shown_ = result.found.configuration;
  return result;
}

std::span<const float> FormulaView::assignment() {
  for (std::size_t i = 0; i < assignment_.size(); ++i) assignment_[i] = static_cast<float>(shown_.sign(i));
  return assignment_;
}

}  // namespace bitbasin
