// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// What the solvers work on: no repeated literals, no clause that is always or never true, and clauses of one
// length side by side (stable otherwise), so that message passing can take them 16 at a time. A formula that
// is like this already, as random ones are, is not copied.
class PreparedFormula {
 public:
  const Formula& formula() const { return changed_ ? *changed_ : given_; }

 private:
  friend PreparedFormula prepare(const Formula& formula);
  explicit PreparedFormula(const Formula& given) : given_(given) {}

  const Formula& given_;
  std::optional<Formula> changed_;
};

// Keeps a reference. Refuses formulas that would not fit into memory: a header may claim a billion variables.
PreparedFormula prepare(const Formula& formula);

}  // namespace bitbasin
