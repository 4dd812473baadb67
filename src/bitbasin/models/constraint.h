// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bitbasin/base/options.h"
#include "bitbasin/models/channel.h"

namespace bitbasin {

enum class ConstraintKind { sign, symmetric };
std::string_view to_string(ConstraintKind kind);

// What every pattern of an instance demands of x . W, in units of sqrt(N).
struct Constraint {
  ConstraintKind kind = ConstraintKind::sign;
  double kappa = 0;

  // x . W > 0, the perceptron of the paper.
  bool is_plain() const { return *this == Constraint{}; }
  bool operator==(const Constraint&) const = default;
};

// How users name one.
struct ConstraintOptions {
  ConstraintKind kind = ConstraintKind::sign;
  std::optional<double> kappa;  // default: 0 for sign, 1 for symmetric

  Constraint chosen() const;
};
const OptionTable<ConstraintOptions>& constraint_options();
// Their names. With default values they are left out of a task's identity in the store.
inline constexpr std::string_view kConstraintOptions[] = {"constraint", "kappa"};

// Whether a sum of n signs satisfies the constraint, by definition. Slow checkers use nothing else from this
// file.
bool allows(const Constraint& constraint, std::int64_t sum, std::size_t n);

// The sums of n signs that satisfy the constraint. Fails if no sum does, or if every sum does.
SumRange allowed_sums(const Constraint& constraint, std::size_t n);

// T / sqrt(N): the kappa of a continuous sum, halfway between the last allowed sum and the first forbidden
// one. The difficulty of an instance depends on it, not on kappa.
double kappa_eff(const Constraint& constraint, std::size_t n);

}  // namespace bitbasin
