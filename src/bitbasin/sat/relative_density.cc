// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/relative_density.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bitbasin {

double satisfiability_threshold(std::size_t k) {
  constexpr std::array kThresholds{0.0, 0.0, 1.0, 4.267, 9.931, 21.117, 43.37, 87.79};
  if (k < kThresholds.size()) return kThresholds[k];
  constexpr double kLn2 = 0.6931471805599453;
  return std::ldexp(kLn2, static_cast<int>(std::min<std::size_t>(k, 1000))) - (1 + kLn2) / 2;
}

double relative_density(const Formula& formula) {
  double sum = 0;
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    const std::size_t k = formula.clause(a).size();
    if (k >= 2) sum += 1 / satisfiability_threshold(k);
  }
  return formula.variables > 0 ? sum / static_cast<double>(formula.variables) : 0;
}

}  // namespace bitbasin
