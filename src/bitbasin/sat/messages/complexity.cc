// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/complexity.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/sat/messages/surveys.h"
#include "bitbasin/sat/prepare.h"

namespace bitbasin {

const OptionTable<EntropyLevelOptions>& entropy_level_options() {
  static const OptionTable<EntropyLevelOptions> table{
      option("level", &EntropyLevelOptions::level,
             {{"solutions", EntropyLevel::solutions}, {"surveys", EntropyLevel::surveys}},
             "what is counted: the solutions around an assignment, or the clusters of solutions by survey "
             "propagation"),
  };
  return table;
}

MeasuredSurveys measure_surveys(const Formula& formula, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control) {
  const PreparedFormula prepared = prepare(formula);
  SatSurveys surveys(prepared.formula());
  Stream stream(setup.seed, purpose("entropy.surveys"));
  surveys.start(stream);
  const std::uint64_t messages = std::max<std::uint64_t>(1, prepared.formula().literals.size());
  MeasuredSurveys measured;
  for (std::int64_t t = 0; t < options.max_sweeps && !measured.converged && control.spend(messages); ++t) {
    measured.converged = surveys.sweep() < options.tolerance;
    ++measured.sweeps;
    control.report({"measuring", measured.sweeps, static_cast<std::uint64_t>(options.max_sweeps)});
  }
  const auto n = static_cast<double>(formula.variables);
  measured.complexity = surveys.complexity() / n;
  for (std::uint32_t i = 0; i < formula.variables; ++i) {
    const SatSurveys::Frozen frozen = surveys.frozen(i);
    measured.frozen += (frozen.to_true + frozen.to_false) / n;
    measured.bias += std::abs(frozen.to_true - frozen.to_false) / n;
  }
  return measured;
}

}  // namespace bitbasin
