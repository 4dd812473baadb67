// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_keys.h"

#include <limits>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/theory/equilibrium.h"
#include "bitbasin/theory/tree_equilibrium.h"

namespace bitbasin {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Json to_json(const TheoryPoint& p, LabelSource task) {
  const bool teacher = task == LabelSource::teacher;
  const auto& o = p.order;
  const auto& c = p.conjugate;
  const auto& replicon = p.stability;
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
          {"evaluations", p.evaluations},
          {"replicon_between", replicon ? replicon->between[0] : kNone},
          {"replicon_second", replicon ? replicon->between[1] : kNone},
          {"replicon_third", replicon ? replicon->between[2] : kNone},
          {"replicon_antisymmetric", replicon ? replicon->antisymmetric : kNone},
          {"replicon_within", replicon ? replicon->within : kNone}};
}

void check_theory_alpha(double alpha, LabelSource task) {
  const double end = zero_entropy(task).alpha;
  if (alpha < end) return;
  fail("expected alpha below {:.6f}, where the entropy of the solutions vanishes, got {}", end, alpha);
}

const OptionTable<EquilibriumParameters>& equilibrium_options() {
  static const OptionTable<EquilibriumParameters> table([] {
    std::vector<Option<EquilibriumParameters>> all;
    append_options(all, theory_option_table(), &EquilibriumParameters::theory);
    all.push_back(option("alpha", &EquilibriumParameters::alpha, {0, 1e5, true},
                         "patterns per synapse; auto: where the entropy is 0"));
    append_options(all, constraint_options(), &EquilibriumParameters::constraint);
    all.push_back(option("units", &EquilibriumParameters::units,
                         {1, static_cast<std::int64_t>(kMostTheoryUnits)},
                         "units of a committee, an odd number; 1: a perceptron", "K"));
    all.push_back(option("tree", &EquilibriumParameters::tree, "each unit has its own inputs"));
    return all;
  }());
  return table;
}

void check(const EquilibriumParameters& parameters) {
  const Constraint constraint = parameters.constraint.chosen();
  if (parameters.units > 1) {
    tree_means(static_cast<std::size_t>(parameters.units));
    if (!parameters.tree) {
      fail("the theory of committees needs a tree, whose units have disjoint inputs");
    }
    if (!constraint.is_plain() || parameters.theory.task == LabelSource::teacher) {
      fail("the theory of committees needs random labels and the sign constraint with kappa 0");
    }
    return;
  }
  if (constraint.is_plain()) {
    if (parameters.alpha.value_or(0) > kAlphaRange.max) {
      fail("expected alpha of at most {} for the constraint x . W > 0, got {}", kAlphaRange.max,
           *parameters.alpha);
    }
    return;
  }
  if (parameters.theory.task == LabelSource::teacher) {
    fail("the theory of a teacher needs the sign constraint with kappa 0, got {} with kappa {}",
         to_string(constraint.kind), constraint.kappa);
  }
}

Json equilibrium_keys(const EquilibriumParameters& parameters) {
  check(parameters);
  const auto [task, alpha] = std::pair(parameters.theory.task, parameters.alpha);
  const Constraint constraint = parameters.constraint.chosen();
  const bool teacher = task == LabelSource::teacher;
  const auto units = static_cast<std::size_t>(parameters.units);
  Equilibrium end;
  std::optional<Equilibrium> at;
  double stability = kNone;
  if (units > 1) {
    const MeansAtOverlap means = tree_means(units);
    end = zero_entropy_of(means);
    at = alpha ? equilibrium_of(means, *alpha) : end;
    stability = replicon_of(means, *at);
  } else {
    end = teacher ? zero_entropy(task) : zero_entropy(constraint);
    at = end;
    if (alpha) at = constraint.is_plain() ? equilibrium(task, *alpha) : equilibrium(constraint, *alpha);
    if (!teacher && at) stability = replicon(constraint, *at);
  }
  return {{"task", teacher ? "teacher" : "classify"},
          {"constraint", to_string(constraint.kind)},
          {"kappa", constraint.kappa},
          {"units", units},
          {"tree", parameters.tree},
          {"alpha", alpha.value_or(end.alpha)},
          {"entropy", at ? at->entropy : kNone},
          {"q", at ? at->q : kNone},
          {"q_hat", at ? at->q_hat : kNone},
          {"capacity", end.alpha},
          {"replicon", stability},
          {"spinodal", teacher ? teacher_spinodal().alpha : kNone},
          {"generalization_error", teacher && at ? generalization_error(at->q) : kNone}};
}

}  // namespace bitbasin
