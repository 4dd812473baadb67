// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// Every solution of an instance with few synapses, bit i of a number for synapse i: a plain double loop, for
// tests.
inline std::vector<std::uint32_t> enumerate_solutions(const PerceptronInstance& instance) {
  std::vector<std::uint32_t> solutions;
  const std::size_t n = instance.n();
  for (std::uint32_t w = 0; w < std::uint32_t{1} << n; ++w) {
    bool good = true;
    for (std::size_t k = 0; good && k < instance.patterns(); ++k) {
      int sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += instance.x.sign(k, i) * (w >> i & 1 ? 1 : -1);
      good = allows(instance.constraint, sum, n);
    }
    if (good) solutions.push_back(w);
  }
  return solutions;
}

inline std::uint32_t as_number(const BitVector& w) {
  return static_cast<std::uint32_t>(w.words()[0]);
}

}  // namespace bitbasin
