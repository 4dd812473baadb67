// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/theory/energetic.h"
#include "bitbasin/theory/order_parameters.h"
#include "bitbasin/theory/stability.h"

namespace bitbasin {

// One solution of the large-deviation theory: reference solutions W~ with weight exp(N y S_I) and the
// solutions at distance d from them.
struct TheoryPoint {
  double alpha = 0;
  double d = 0;
  double y = 0;                 // infinite beyond d_inf
  double internal_entropy = 0;  // S_I: ln of the number of solutions at distance d, per synapse
  double external_entropy = 0;  // S_E: that of the reference solutions
  double slope = 0;             // dS_I/dS along the curve; physical solutions have at most 0
  OrderParameters<double> order{};
  Conjugates<double> conjugate{};
  double residual = std::numeric_limits<double>::infinity();
  bool converged = false;
  // No finite y has zero external entropy: the reference solutions see typical ones, S_I = s_RS. Also set
  // shortly before, where S_I is smaller by at most 2e-6 and extrapolated.
  bool beyond = false;
  // Solved in the limit of dilute.h, and how far its S_I was from that of the full equations where it took
  // over; closer to W~ it is nearer to them.
  bool dilute = false;
  double dilute_error = std::numeric_limits<double>::quiet_NaN();
  int evaluations = 0;                        // since the previous point
  std::optional<ReplicaStability> stability;  // if requested, and neither `beyond` nor `dilute`

  bool physical() const { return converged && internal_entropy >= 0 && order.q1 <= order.s && slope <= 0; }
};

struct CurveRequest {
  LabelSource task = LabelSource::classify;
  double alpha = 0.5;
  std::optional<double> y;  // empty: y*, where the external entropy vanishes
  TheoryQuadrature quadrature;
  bool stability = false;  // also compute that of each point
};

// Where y* diverges, from points of the y* curve that come near: d is smooth in 1 / y.
struct DivergencePoint {
  double d = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();
};

// S_I against distance on the branch that starts from the solution at d = 0.1. The points are in the order of
// `distances`, without those not reached in time; `on_point` is called for each as it is solved, in another
// order. If the branch has a fold before a distance is reached, that point is marked as not converged.
std::vector<TheoryPoint> theory_curve(const CurveRequest& request, std::span<const double> distances,
                                      RunControl& control,
                                      const std::function<void(const TheoryPoint&)>& on_point = {});

// The whole branch from the solution at d = 0.1 towards smaller d, through folds, in the order of its arc
// length, until d leaves [low, high]: for alpha near the end of the dense region it is shaped like an S.
std::vector<TheoryPoint> theory_branch(const CurveRequest& request, double low, double high,
                                       RunControl& control,
                                       const std::function<void(const TheoryPoint&)>& on_point = {});

// d_inf(alpha), by following the y* curve from d = 0.1 and extrapolating in 1 / y* from y* = 2000 on.
DivergencePoint divergence_point(const CurveRequest& request, RunControl& control);

}  // namespace bitbasin
