// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/stability.h"

#include "bitbasin/math/real_eigenvalues.h"
#include "bitbasin/theory/entropic.h"

namespace bitbasin {
namespace {

template <LabelSource kTask>
auto lifted(const OrderParameters<double>& o) {
  OrderParameters<Dual<kDirections<kTask>>> p;
  p.alpha = o.alpha;
  p.y = o.y;
  p.s = o.s;
  p.gap = o.gap;
  p.width = o.width;
  p.v = o.v;
  p.w = o.w;
  p.s_hat = o.s_hat;
  p.q_tilde = o.q_tilde;
  p.q1 = o.q1;
  p.q0 = o.q0;
  p.s_tilde = o.s_tilde;
  p.excess = o.excess;
  p.one_less_q1 = o.one_less_q1;
  p.c1 = o.c1;
  p.r = o.r;
  p.rho = o.rho;
  p.r_tilde = o.r_tilde;
  return p;
}

template <LabelSource kTask>
auto lifted(const Conjugates<double>& c) {
  return Conjugates<Dual<kDirections<kTask>>>{c.g_e,         c.log_tail,   c.q0_hat,      c.q_tilde_hat,
                                              c.s_tilde_hat, c.width_hat,  c.determinant, c.s_force,
                                              c.r_hat,       c.r_tilde_hat};
}

// The average of M (x) M as a map of symmetric matrices, by their elements 11, 12, 22.
Matrix3 on_symmetric(const ReplicaResponse& r) {
  constexpr std::size_t kElement[] = {0, 1, 3};
  Matrix3 map;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = r.between[kElement[i]];
    map[i] = {row[0], row[1] + row[2], row[3]};
  }
  return map;
}

double on_antisymmetric(const ReplicaResponse& r) {
  return r.between[1][1] - r.between[1][2];
}

template <LabelSource kTask>
ReplicaStability stability(const OrderParameters<double>& order, const Conjugates<double>& conjugate,
                           const TheoryQuadrature& quadrature) {
  const auto p = lifted<kTask>(order);
  const ReplicaResponse energetic = energetic_response<kTask>(p, quadrature);
  const ReplicaResponse entropic = entropic_response<kTask>(p, lifted<kTask>(conjugate), quadrature);
  // Both are averages of squares, so the eigenvalues of their product are real.
  const Matrix3 growth = on_symmetric(entropic) * on_symmetric(energetic);
  ReplicaStability out;
  out.between = real_eigenvalues(growth);
  out.mode = eigenvector(growth, out.between[0]);
  out.antisymmetric = on_antisymmetric(entropic) * on_antisymmetric(energetic);
  out.within = entropic.within * energetic.within;
  return out;
}

}  // namespace

ReplicaStability replica_stability(const OrderParameters<double>& order, const Conjugates<double>& conjugate,
                                   LabelSource task, const TheoryQuadrature& quadrature) {
  return task == LabelSource::teacher ? stability<LabelSource::teacher>(order, conjugate, quadrature)
                                      : stability<LabelSource::classify>(order, conjugate, quadrature);
}

}  // namespace bitbasin
