// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/stability.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

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
Eigen::Matrix3d on_symmetric(const ReplicaResponse& r) {
  constexpr std::size_t kElement[] = {0, 1, 3};
  Eigen::Matrix3d map;
  for (int i = 0; i < 3; ++i) {
    const auto& row = r.between[kElement[i]];
    map.row(i) << row[0], row[1] + row[2], row[3];
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
  const Eigen::EigenSolver<Eigen::Matrix3d> solver(on_symmetric(entropic) * on_symmetric(energetic));
  ReplicaStability out;
  std::array<int, 3> by_size{0, 1, 2};
  const auto value = [&](int i) { return solver.eigenvalues()[i].real(); };
  std::ranges::sort(by_size, std::ranges::greater{}, value);
  const Eigen::Vector3d mode = solver.eigenvectors().col(by_size[0]).real();
  for (int i = 0; i < 3; ++i) {
    out.between[static_cast<std::size_t>(i)] = value(by_size[static_cast<std::size_t>(i)]);
    out.mode[static_cast<std::size_t>(i)] = mode[i] * (mode.sum() < 0 ? -1 : 1);
  }
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
