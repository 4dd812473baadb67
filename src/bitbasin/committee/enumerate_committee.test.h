// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bitbasin/committee/instance.h"

namespace bitbasin {

// Every solution of a small committee, bit i of a number for weight i, for tests.
inline std::vector<std::uint32_t> enumerate_solutions(const CommitteeInstance& instance) {
  std::vector<std::uint32_t> solutions;
  const std::size_t n = instance.n(), units = instance.units();
  for (std::uint32_t w = 0; w < std::uint32_t{1} << instance.weights(); ++w) {
    bool good = true;
    for (std::size_t k = 0; good && k < instance.patterns(); ++k) {
      std::size_t positive = 0;
      for (std::size_t l = 0; l < units; ++l) {
        int sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
          sum += instance.x.sign(k, instance.form.tree ? l * n + i : i) * (w >> (l * n + i) & 1 ? 1 : -1);
        }
        positive += sum > 0;
      }
      good = 2 * positive > units;
    }
    if (good) solutions.push_back(w);
  }
  return solutions;
}

}  // namespace bitbasin
