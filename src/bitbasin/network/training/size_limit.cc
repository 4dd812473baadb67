// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/size_limit.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/parse_bytes.h"

namespace bitbasin {
namespace {

// The most committees, up to those of the shape, whose network takes at most this many bytes; may be 0.
std::size_t most_committees(CommitteeShape shape, std::size_t bytes) {
  std::size_t fit = 0;
  std::size_t too_many = shape.committees + 1;
  while (too_many - fit > 1) {
    shape.committees = (fit + too_many) / 2;
    (network_bytes(shape) <= bytes ? fit : too_many) = shape.committees;
  }
  return fit;
}

}  // namespace

void shrink_to_limit(TrainingOptions& options, CommitteeShape& shape, const ModelBytes& bytes) {
  const std::uint64_t limit = parse_bytes("size_limit", options.size_limit);
  const std::size_t others = bytes.total() - bytes.network;
  const std::size_t room = limit > others ? limit - others : 0;
  const std::size_t all = shape.committees;
  const std::size_t least = std::min(all, 3 * shape.labels);
  for (;; shape.units -= 2) {
    shape.committees = all;
    shape.committees = most_committees(shape, room);
    if (shape.committees >= least) break;
    if (shape.units == 1) {
      shape.committees = least;
      fail(
          "expected a size limit of at least {} bytes ({} for the features, {} for {} of one perceptron), "
          "got {}",
          others + network_bytes(shape), others, network_bytes(shape), counted(least, "committee"), limit);
    }
  }
  const double part = static_cast<double>(shape.committees) / static_cast<double>(all);
  options.robustness = std::llround(part * static_cast<double>(*options.robustness));
  options.k1 = static_cast<std::int64_t>(shape.units);
  options.k2 = static_cast<std::int64_t>(shape.committees);
}

}  // namespace bitbasin
