// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_keys.h"

#include <limits>

#include "bitbasin/base/error.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/theory/equilibrium.h"

namespace bitbasin {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Json to_json(const TheoryPoint& p, LabelSource task) {
  const bool teacher = task == LabelSource::teacher;
  const auto& o = p.order;
  const auto& c = p.conjugate;
  return {{"alpha", p.alpha},
          {"d", p.d},
          {"y", p.y},
          {"internal_entropy", p.internal_entropy},
          {"external_entropy", p.external_entropy},
          {"q_tilde", o.q_tilde},
          {"q1", o.q1},
          {"q0", o.q0},
          {"s", 1 - 2 * p.d},
          {"s_tilde", o.s_tilde},
          {"r", o.r},
          {"r_tilde", o.r_tilde},
          {"q_tilde_hat", c.q_tilde_hat},
          {"q1_hat", c.q0_hat + c.width_hat},
          {"q0_hat", c.q0_hat},
          {"s_hat", o.s_hat},
          {"s_tilde_hat", c.s_tilde_hat},
          {"r_hat", c.r_hat},
          {"r_tilde_hat", c.r_tilde_hat},
          {"generalization_error", teacher ? generalization_error(o.r_tilde) : kNone},
          {"entropy_slope", p.slope},
          {"residual", p.residual},
          {"converged", p.converged},
          {"physical", p.physical()},
          {"beyond", p.beyond},
          {"dilute", p.dilute},
          {"dilute_error", p.dilute_error},
          {"evaluations", p.evaluations}};
}

void check_theory_alpha(double alpha, LabelSource task) {
  const double end = zero_entropy(task).alpha;
  if (alpha < end) return;
  fail("expected alpha below {:.6f}, where the entropy of the solutions vanishes, but it is {}", end, alpha);
}

Json equilibrium_keys(LabelSource task, std::optional<double> alpha) {
  const bool teacher = task == LabelSource::teacher;
  const double capacity = zero_entropy(task).alpha;
  const auto at = alpha ? equilibrium(task, *alpha) : zero_entropy(task);
  return {{"task", teacher ? "teacher" : "classify"},
          {"alpha", alpha.value_or(capacity)},
          {"entropy", at ? at->entropy : kNone},
          {"q", at ? at->q : kNone},
          {"q_hat", at ? at->q_hat : kNone},
          {"capacity", capacity},
          {"spinodal", teacher ? teacher_spinodal().alpha : kNone},
          {"generalization_error", teacher && at ? generalization_error(at->q) : kNone}};
}

}  // namespace bitbasin
