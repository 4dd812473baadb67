// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/models/channel.h"

namespace bitbasin {

// The messages of one pattern without any approximation. Its sum is one of N independent signs s_i, and the
// number of positive ones is counted synapse by synapse, from both ends: O(N^2) operations and 4 N^2 bytes.
class ExactPattern {
 public:
  // plus[i] is the probability of s_i = +1 by all that is known without this pattern. Finds
  //
  //   ratio[i] = 1/2 log [ P(allowed | s_i = +1) / P(allowed | s_i = -1) ]
  //
  // which is not finite where a probability is too small for a double.
  void respond(std::span<const double> plus, const SumRange& allowed, std::span<double> ratio);

 private:
  std::vector<double> after_;   // row i: P(allowed) given how many of the first i signs are positive
  std::vector<double> before_;  // the distribution of that number
};

}  // namespace bitbasin
