// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/theory_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "bitbasin/theory/equilibrium.h"
#include "bitbasin/theory/transitions.h"

namespace bitbasin {
namespace {

// Coarse quadrature is right to six digits, more than any claim has, and three times as fast.
TheoryQuadrature quadrature(const ClaimSetup& setup) {
  return {setup.profile == Profile::quick ? 1.6 : 1.0, setup.threads};
}

ClaimResult judged(bool holds, std::string measured) {
  return {holds ? Verdict::reproduced : Verdict::not_reproduced, std::move(measured), {}};
}

ClaimResult stopped() {
  return {Verdict::not_run, "stopped before there was a result", {}};
}

// The points at some distances, or none when the run was stopped or one of them was not found.
std::vector<TheoryPoint> solved(const CurveRequest& request, const std::vector<double>& distances,
                                RunControl& control) {
  auto points = theory_curve(request, distances, control);
  const bool all = points.size() == distances.size() && std::ranges::all_of(points, &TheoryPoint::converged);
  return all ? points : std::vector<TheoryPoint>{};
}

}  // namespace

ClaimResult equilibrium_capacity(const ClaimSetup&, RunControl&) {
  const double alpha = zero_entropy(TheoryTask::classify).alpha;
  return judged(std::abs(alpha - 0.833) < 5e-4, fmt::format("{:.7f}", alpha));
}

ClaimResult teacher_transition(const ClaimSetup&, RunControl&) {
  const double alpha = zero_entropy(TheoryTask::teacher).alpha;
  return judged(std::abs(alpha - 1.245) < 5e-4, fmt::format("{:.7f}", alpha));
}

ClaimResult typical_isolated(const ClaimSetup& setup, RunControl& control) {
  const auto points = solved({TheoryTask::classify, 0.7, 0.0, quadrature(setup)}, {0.01}, control);
  if (points.empty()) return stopped();
  return judged(points[0].internal_entropy < 0,
                fmt::format("S_I = {:.4f} at d = 0.01, alpha 0.7", points[0].internal_entropy));
}

ClaimResult dense_clusters(const ClaimSetup& setup, RunControl& control) {
  const auto points =
      solved({TheoryTask::classify, 0.7, {}, quadrature(setup)}, {0.005, 0.02, 0.1, 0.15}, control);
  if (points.empty()) return stopped();
  const bool dense = std::ranges::all_of(
      points, [](const TheoryPoint& p) { return p.internal_entropy > 0 && p.order.q_tilde < 1; });
  const bool diverges = points[0].y > points[1].y && points[3].y > points[2].y;
  return judged(dense && diverges,
                fmt::format("S_I = {:.4f}, q~ = {:.3f}, y* = {:.2f} at d = 0.005, alpha 0.7",
                            points[0].internal_entropy, points[0].order.q_tilde, points[0].y));
}

ClaimResult dense_end(const ClaimSetup& setup, RunControl& control) {
  // Near w = 0 coarse quadrature will not do: 20 s of one core.
  const TheoryQuadrature fine{1, setup.threads};
  const Transition overlap = overlap_transition(fine, control);
  const Transition entropy = entropy_transition(fine, control);
  if (!(overlap.alpha > 0 && entropy.alpha > 0)) return stopped();
  // The paper has two digits.
  const bool holds = std::abs(overlap.alpha - 0.77) < 0.01 && std::abs(entropy.alpha - 0.79) < 0.01;
  return judged(holds, fmt::format("q1 >= S from {:.4f}, S_I < 0 from {:.4f}", overlap.alpha, entropy.alpha));
}

ClaimResult reference_generalization(const ClaimSetup& setup, RunControl& control) {
  const auto points = solved({TheoryTask::teacher, 0.5, {}, quadrature(setup)}, {0.1}, control);
  if (points.empty()) return stopped();
  const double reference = std::acos(points[0].order.r_tilde) / std::numbers::pi;
  const double typical = std::acos(equilibrium(TheoryTask::teacher, 0.5)->q) / std::numbers::pi;
  return judged(reference < typical,
                fmt::format("{:.3f} against {:.3f} for typical ones, alpha 0.5", reference, typical));
}

}  // namespace bitbasin
