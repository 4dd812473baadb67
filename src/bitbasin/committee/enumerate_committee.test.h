// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/committee/instance.h"
#include "bitbasin/perceptron/enumerate.test.h"

namespace bitbasin {

// Every solution of a small committee, bit i of a number for weight i, for tests.
inline std::vector<std::uint32_t> enumerate_solutions(const CommitteeInstance& instance) {
  std::vector<std::uint32_t> solutions, rows;
  const std::size_t n = instance.n(), units = instance.units();
  const std::uint32_t first_unit = (std::uint32_t{1} << n) - 1;
  for (std::size_t k = 0; k < instance.patterns(); ++k) rows.push_back(row_as_number(instance.x, k));
  for (std::uint32_t w = 0; w < std::uint32_t{1} << instance.weights(); ++w) {
    bool good = true;
    for (std::size_t k = 0; good && k < rows.size(); ++k) {
      std::size_t positive = 0;
      for (std::size_t l = 0; l < units; ++l) {
        const std::uint32_t seen = instance.form.tree ? rows[k] >> l * n : rows[k];
        positive += product_of_signs(seen & first_unit, w >> l * n & first_unit, n) > 0;
      }
      good = 2 * positive > units;
    }
    if (good) solutions.push_back(w);
  }
  return solutions;
}

}  // namespace bitbasin
