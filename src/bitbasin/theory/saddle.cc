// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/saddle.h"

#include <cassert>

#include "bitbasin/theory/entropic.h"

namespace bitbasin {
namespace {

template <std::size_t N>
Sloped to_sloped(const Dual<N>& x) {
  Sloped out{x.value, {}};
  for (std::size_t i = 0; i < N; ++i) out.slope[i] = x.slope[i];
  return out;
}

template <LabelSource kTask>
SaddleEvaluation evaluate(const SaddleState& x, const TheoryQuadrature& quadrature) {
  using T = Dual<kDirections<kTask>>;
  std::array<T, kDirections<kTask>> variables;
  for (std::size_t i = 0; i < variables.size(); ++i) variables[i] = T::variable(x[i], i);
  const auto p = order_parameters<T>(variables, kTask);
  EnergeticWork work;
  const auto c = energetic<kTask>(p, quadrature, &work);
  const auto o = entropic<kTask>(p, c, quadrature);

  SaddleEvaluation out;
  const T residuals[] = {log(o.gap / p.gap),
                         log(o.excess / p.excess),
                         log(o.width / p.width),
                         log(o.one_less_q1 / p.one_less_q1),
                         o.s - p.s,
                         o.r - p.r,
                         o.r_tilde - p.r_tilde};
  for (std::size_t i = 0; i < equation_count(kTask); ++i) out.residual[i] = to_sloped(residuals[i]);

  // The supplement's action, with q1 q1^ - q0 q0^ = (q1 - q0) q1^ + q0 (q1^ - q0^) free of cancellation. In
  // S_E = phi - y S_I every term linear in y drops out.
  const T q1_hat = c.q0_hat + c.width_hat;
  const T broken = p.width * q1_hat + p.q0 * c.width_hat;
  const T linear = -0.5 * p.one_less_q1 * q1_hat + p.s_tilde * c.s_tilde_hat - p.s * p.s_hat - p.r * c.r_hat;
  const T averages = o.log_2cosh + c.log_tail;
  const T internal = linear - p.y * broken + averages;
  const T external = -0.5 * p.gap * c.q_tilde_hat + 0.5 * p.y * p.y * broken - p.r_tilde * c.r_tilde_hat +
                     (o.g_s + c.g_e - p.y * averages);
  out.internal_entropy = to_sloped(internal);
  out.external_entropy = to_sloped(external);
  out.q1 = to_sloped(p.q1);
  out.action = to_sloped(external + p.y * internal);
  out.action_by_s = p.y.value * (c.s_force.value - p.s_hat.value);
  out.order = order_parameters<double>(x, kTask);
  out.conjugate = {c.g_e.value,         c.log_tail.value,   c.q0_hat.value,      c.q_tilde_hat.value,
                   c.s_tilde_hat.value, c.width_hat.value,  c.determinant.value, c.s_force.value,
                   c.r_hat.value,       c.r_tilde_hat.value};
  out.nodes = work.inner_nodes;
  return out;
}

}  // namespace

std::size_t equation_count(LabelSource task) {
  return task == LabelSource::teacher ? 7 : 5;
}

bool feasible(const SaddleState& x, LabelSource task) {
  return feasible(order_parameters<double>(x, task));
}

SaddleEvaluation evaluate_saddle(const SaddleState& x, LabelSource task, const TheoryQuadrature& quadrature) {
  assert(feasible(x, task));
  return task == LabelSource::teacher ? evaluate<LabelSource::teacher>(x, quadrature)
                                      : evaluate<LabelSource::classify>(x, quadrature);
}

}  // namespace bitbasin
