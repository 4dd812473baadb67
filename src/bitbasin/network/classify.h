// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/pattern_set.h"

namespace bitbasin {

// The label of each pattern.
std::vector<std::uint16_t> classify(const CommitteeArray& network, const BitMatrix& patterns, int threads);

// The sums S_l of each pattern, one row per pattern: the answer is the label with the largest sum.
std::vector<int> sum_labels(const CommitteeArray& network, const BitMatrix& patterns, int threads);

// The same of images in several versions, one set after the other as in PatternSet: those of all versions of
// an image added.
std::vector<int> sum_versions(const CommitteeArray& network, const BitMatrix& patterns, std::size_t images,
                              int threads);

// Adds the sums of another voter to those of the voters before, if any.
void add_votes(std::vector<int>& sums, std::span<const int> votes);

// The label of each row of sums.
std::vector<std::uint16_t> best_labels(std::span<const int> sums, std::size_t classes);

// How well a network does on patterns whose labels are known.
struct Evaluation {
  std::size_t patterns = 0;
  std::size_t errors = 0;         // wrong answers; a tie is answered with its lowest label
  std::size_t strict_errors = 0;  // wrong or tied, as in training
  std::int64_t least_margin = 0;
  std::vector<std::uint32_t> confusion;  // [right label][answer], row by row

  double error() const {
    return patterns == 0 ? 0 : static_cast<double>(errors) / static_cast<double>(patterns);
  }
};
Evaluation evaluate(std::span<const int> sums, std::span<const std::uint16_t> labels, std::size_t classes);
Evaluation evaluate(const CommitteeArray& network, const PatternSet& set, int threads);

}  // namespace bitbasin
