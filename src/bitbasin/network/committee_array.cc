// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/committee_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

std::string what_is_wrong(const CommitteeShape& shape) {
  if (shape.inputs % 2 == 0 || shape.inputs > kMostInputs) {
    return fmt::format("expected an odd number of inputs from 1 to {}, got {}", kMostInputs, shape.inputs);
  }
  if (shape.units % 2 == 0 || shape.units > kMostUnits) {
    return fmt::format("expected an odd number of units per committee (k1) from 1 to {}, got {}", kMostUnits,
                       shape.units);
  }
  if (shape.committees == 0 || shape.committees > kMostCommittees) {
    return fmt::format("expected 1 to {} committees (k2), got {}", kMostCommittees, shape.committees);
  }
  if (shape.depth == 0 || shape.depth > kMostDepth) {
    return fmt::format("expected inputs of 1 to {} bits, got {}", kMostDepth, shape.depth);
  }
  if (shape.labels < 2 || shape.labels > kMostLabels) {
    return fmt::format("expected 2 to {} labels, got {}", kMostLabels, shape.labels);
  }
  return {};
}

void check(const CommitteeShape& shape) {
  if (const std::string sentence = what_is_wrong(shape); !sentence.empty()) fail("{}", sentence);
}

CommitteeArray make_committee_array(const CommitteeShape& shape, std::uint64_t seed) {
  check(shape);
  CommitteeArray network{shape, BitMatrix(shape.all_units(), shape.inputs),
                         BitMatrix(shape.labels, shape.committees)};
  for (std::size_t l = 0; l < shape.labels; ++l) {
    Stream stream(seed, purpose("network.outputs"), l);
    stream.fill(network.outputs.row(l));
    clear_padding(network.outputs.row(l), shape.committees);
  }
  return network;
}

int unit_field(std::span<const std::uint64_t> weights, const PatternView& x) {
  int field = 0;
  for (std::size_t p = 0; p < x.depth; ++p) {
    const auto differ = static_cast<int>(hamming(weights, x.bits(p)));
    field += (static_cast<int>(x.inputs()) - 2 * differ) << p;
  }
  return field;
}

std::vector<int> label_sums(const CommitteeArray& network, const PatternView& x) {
  const CommitteeShape& shape = network.shape;
  std::vector<int> sums(shape.labels);
  for (std::size_t k = 0; k < shape.committees; ++k) {
    std::size_t votes = 0;
    for (std::size_t j = 0; j < shape.units; ++j) {
      votes += unit_field(network.weights.row(shape.unit(j, k)), x) > 0;
    }
    const int committee = 2 * votes > shape.units ? 1 : -1;
    for (std::size_t l = 0; l < shape.labels; ++l) sums[l] += committee * network.outputs.sign(l, k);
  }
  return sums;
}

std::size_t best_label(std::span<const int> sums) {
  return static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
}

int label_margin(std::span<const int> sums, std::size_t label) {
  assert(label < sums.size());
  int other = std::ranges::min(sums);
  for (std::size_t l = 0; l < sums.size(); ++l) {
    if (l != label) other = std::max(other, sums[l]);
  }
  return sums[label] - other;
}

}  // namespace bitbasin
