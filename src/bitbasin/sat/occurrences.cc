// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/occurrences.h"

namespace bitbasin {

// Counting sort. offsets_ is shifted by one while the lists fill, so that it ends up in place.
Occurrences::Occurrences(const Formula& formula)
    : offsets_(2 * std::size_t{formula.variables} + 2), clauses_(formula.literals.size()) {
  for (const Literal literal : formula.literals) ++offsets_[literal + 2];
  for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    for (const Literal literal : formula.clause(a)) {
      clauses_[offsets_[literal + 1]++] = static_cast<std::uint32_t>(a);
    }
  }
}

}  // namespace bitbasin
