// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// Bit i of a number for entry i of a row, 1 for +1.
template <class Rows>
std::uint32_t row_as_number(const Rows& x, std::size_t row) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < x.cols(); ++i) bits |= std::uint32_t{x.sign(row, i) > 0} << i;
  return bits;
}

// The entries that agree less those that differ.
inline int product_of_signs(std::uint32_t a, std::uint32_t b, std::size_t n) {
  return static_cast<int>(n) - 2 * std::popcount(a ^ b);
}

// Every solution of an instance with few synapses, bit i of a number for synapse i, for tests.
inline std::vector<std::uint32_t> enumerate_solutions(const PerceptronInstance& instance) {
  std::vector<std::uint32_t> solutions, rows;
  const std::size_t n = instance.n();
  for (std::size_t k = 0; k < instance.patterns(); ++k) rows.push_back(row_as_number(instance.x, k));
  for (std::uint32_t w = 0; w < std::uint32_t{1} << n; ++w) {
    bool good = true;
    for (std::size_t k = 0; good && k < rows.size(); ++k) {
      good = allows(instance.constraint, product_of_signs(rows[k], w, n), n);
    }
    if (good) solutions.push_back(w);
  }
  return solutions;
}

inline std::uint32_t as_number(const BitVector& w) {
  return static_cast<std::uint32_t>(w.words()[0]);
}

}  // namespace bitbasin
