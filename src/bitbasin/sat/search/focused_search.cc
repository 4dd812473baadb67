// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/focused_search.h"

namespace bitbasin {

std::int64_t default_flips(std::uint32_t variables) {
  return 10'000'000 + 5000 * std::int64_t{variables};
}

BitVector random_assignment(std::uint32_t variables, std::uint64_t seed) {
  BitVector assignment(variables);
  Stream(seed, purpose("sat.assignment")).fill(assignment.words());
  assignment.clear_padding();
  return assignment;
}

}  // namespace bitbasin
