// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/task/problem.h"

namespace bitbasin {

// The units of work after which a solver has to stop; 0: its own limits only.
struct WorkBudget {
  std::uint64_t budget = 0;
};

// Its option, as sweeps and the command line have it.
template <DescribedProblem P>
const OptionTable<WorkBudget>& work_budget_options() {
  static const OptionTable<WorkBudget> table{option("budget", &WorkBudget::budget, {}, P::kBudget)};
  return table;
}

}  // namespace bitbasin
