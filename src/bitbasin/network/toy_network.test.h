// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/pattern_set.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

// Rows of bits that are on with the given probability.
inline BitMatrix random_patterns(std::size_t rows, std::size_t cols, double on, std::uint64_t seed) {
  BitMatrix patterns(rows, cols);
  for (std::size_t r = 0; r < rows; ++r) {
    Stream stream(seed, purpose("test.patterns"), r);
    for (std::size_t c = 0; c < cols; ++c) patterns.set(r, c, coin(stream, on));
  }
  return patterns;
}

inline CommitteeArray random_network(const CommitteeShape& shape, std::uint64_t seed) {
  CommitteeArray network = make_committee_array(shape, seed);
  network.weights = random_patterns(shape.all_units(), shape.inputs, 0.5, seed + 1);
  return network;
}

// Classes that can be learnt: a random prototype each, and patterns whose bits differ from it in some places.
struct ToySet {
  BitMatrix patterns;
  std::vector<std::uint16_t> labels;
  std::size_t depth = 1;

  PatternSet set() const { return {&patterns, labels, depth}; }
};
inline ToySet toy_set(std::size_t count, std::size_t cols, std::size_t classes, double noise,
                      std::uint64_t seed, std::size_t depth = 1) {
  const BitMatrix prototypes = random_patterns(classes, cols, 0.4, seed);
  ToySet set{BitMatrix(count * depth, cols), std::vector<std::uint16_t>(count), depth};
  for (std::size_t r = 0; r < count; ++r) {
    Stream stream(seed, purpose("test.toy"), r);
    set.labels[r] = static_cast<std::uint16_t>(uniform_below(stream, classes));
    for (std::size_t p = 0; p < depth; ++p) {
      for (std::size_t c = 0; c < cols; ++c) {
        set.patterns.set(r * depth + p, c, prototypes.get(set.labels[r], c) != coin(stream, noise));
      }
    }
  }
  return set;
}

// Some rows of a set whose inputs have one bit: of the same classes, and none of the others.
inline ToySet rows_of(const ToySet& all, std::size_t begin, std::size_t end) {
  ToySet some{BitMatrix(end - begin, all.patterns.cols()), {}};
  for (std::size_t r = begin; r < end; ++r) {
    std::ranges::copy(all.patterns.row(r), some.patterns.row(r - begin).begin());
    some.labels.push_back(all.labels[r]);
  }
  return some;
}

}  // namespace bitbasin
