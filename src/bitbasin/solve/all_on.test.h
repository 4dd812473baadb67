// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin {

// The smallest problem there is: every bit must be on.
struct AllOn {
  std::size_t n = 0;
};

inline std::size_t count_violations(const AllOn& problem, const BitVector& configuration) {
  if (configuration.size() != problem.n) fail("expected {} bits, got {}", problem.n, configuration.size());
  std::size_t off = 0;
  for (std::size_t i = 0; i < problem.n; ++i) off += configuration[i] ? 0 : 1;
  return off;
}

struct SwitchOnOptions {
  std::int64_t forgets = 0;
  std::int64_t claims = 0;
};

// Switches all bits on except some, and may claim a different number of forgotten ones.
inline SolveResult switch_on(const AllOn& problem, const SwitchOnOptions& options, const SolveSetup&,
                             RunControl& control) {
  SolveResult result{BitVector(problem.n)};
  for (std::size_t i = static_cast<std::size_t>(options.forgets); i < problem.n && control.spend(1); ++i) {
    result.configuration.set(i, true);
    ++result.flips;
  }
  result.violations = static_cast<std::size_t>(options.claims);
  return result;
}

inline const OptionTable<SwitchOnOptions>& switch_on_options() {
  static const OptionTable<SwitchOnOptions> table{
      option("forgets", &SwitchOnOptions::forgets, {0, 5}, "bits that stay off"),
      option("claims", &SwitchOnOptions::claims, {0, 5}, "bits that are said to stay off"),
  };
  return table;
}

inline void check(const SwitchOnOptions& options) {
  if (options.forgets == 5 && options.claims == 0) fail("expected a smaller lie but claims is 0");
}

inline std::vector<Algorithm<AllOn>> built_in_algorithms(std::type_identity<AllOn>) {
  return {make_algorithm<AllOn>("on", "switches bits on", switch_on_options(), switch_on)};
}

}  // namespace bitbasin
