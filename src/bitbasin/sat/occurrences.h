// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// The clauses that contain each literal, in flat arrays.
class Occurrences {
 public:
  explicit Occurrences(const Formula& formula);

  std::span<const std::uint32_t> of(Literal literal) const {
    return {clauses_.data() + offsets_[literal], clauses_.data() + offsets_[literal + 1]};
  }
  // Those of a variable and of its negation.
  std::span<const std::uint32_t> of_variable(std::uint32_t variable) const {
    return {clauses_.data() + offsets_[2 * variable], clauses_.data() + offsets_[2 * variable + 2]};
  }

 private:
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> clauses_;
};

}  // namespace bitbasin
