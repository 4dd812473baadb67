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

// What every pattern of an instance asks of x . W, in units of sqrt(N).
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
  std::optional<double> kappa;  // 0, and 1 where it is symmetric

  Constraint chosen() const;
};
const OptionTable<ConstraintOptions>& constraint_options();
// Their names. They are no part of what the result of a task is stored under while they have their defaults.
inline constexpr std::string_view kConstraintOptions[] = {"constraint", "kappa"};

// Whether a sum of n signs satisfies it, by definition. Slow checkers use this and nothing else from here.
bool allows(const Constraint& constraint, std::int64_t sum, std::size_t n);

// The sums of n signs that satisfy it. Fails where there are none, or where there are no others.
SumRange allowed_sums(const Constraint& constraint, std::size_t n);

// T / sqrt(N): the kappa of a continuous sum, half way between what is allowed and what is not. The
// difficulty of an instance depends on it and not on kappa.
double kappa_eff(const Constraint& constraint, std::size_t n);

}  // namespace bitbasin
