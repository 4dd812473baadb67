// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "bitbasin/base/label_source.h"
#include "bitbasin/models/constraint.h"

namespace bitbasin {

// The replica-symmetric theory of typical solutions: the action of the large deviations at y = 0. With u =
// z sqrt(q / (1 - q)), G the normal density and H its tail,
//   classify: q = E tanh^2(z sqrt(q^)),           q^ = alpha E (G/H)^2(u) / (1 - q),
//             s = -(1 - q) q^ / 2 + E ln 2cosh(z sqrt(q^)) + alpha E ln H(u);
//   teacher:  q = E tanh(z sqrt(q^) + q^),        q^ = alpha E 2 (G^2/H)(u) / (1 - q),
//             s = -(1 + q) q^ / 2 + E ln 2cosh(z sqrt(q^) + q^) + alpha E 2 (H ln H)(u),
// where by the Nishimori identities the overlap with the teacher is q as well. Other constraints on random
// labels put their own log Z in the place of ln H, at the mean w = z sqrt(q) and the variance 1 - q, and its
// derivative G in the place of G/H (models/channel.h):
//             q^ = alpha E G^2(w),              s = -(1 - q) q^ / 2 + E ln 2cosh(z sqrt(q^)) + alpha E ln
//             Z(w).
struct Equilibrium {
  double alpha = 0;
  double q = 0;
  double q_hat = 0;
  double entropy = 0;  // per synapse, natural logarithm
};

// The solution with a given q^ > 0: for both tasks alpha is an explicit function of it, so there is no
// equation to solve.
Equilibrium equilibrium_at_q_hat(LabelSource task, double q_hat);

// The solution at alpha > 0, on the branch that starts at alpha = 0; nothing beyond the teacher's spinodal.
std::optional<Equilibrium> equilibrium(LabelSource task, double alpha);

// Where the entropy vanishes: the capacity alpha_c for random labels; for a teacher, the transition beyond
// which the teacher is the only solution.
const Equilibrium& zero_entropy(LabelSource task);

// The same for random labels under a constraint, whose kappa is that of a continuous sum (kappa_eff). For the
// symmetric constraint q = q^ = 0 up to the capacity, so that the entropy is exactly ln 2 + alpha ln Z(0, 1):
// the number of solutions equals its average, and two solutions are uncorrelated.
Equilibrium equilibrium(const Constraint& constraint, double alpha);
// Fails if kappa is out of reach of the quadrature.
Equilibrium zero_entropy(const Constraint& constraint);

// alpha E Gam^2 E (1 - m^2)^2 with Gam = -dG/dw and m = tanh(z sqrt(q^)): below 1 the symmetry of replicas is
// locally stable (de Almeida and Thouless).
double replicon(const Constraint& constraint, const Equilibrium& at);

// What patterns of any kind contribute at overlap q: means of log Z, of G^2 and of Gam^2 over their sums,
// which have the mean z sqrt(q) and the variance 1 - q in each unit. G^2 is summed over the units; Gam^2 is
// that of the mode which becomes unstable first.
struct EnergeticMeans {
  double log_z, g2, gam2;
};
// Gam^2 is computed only if requested.
using MeansAtOverlap = std::function<EnergeticMeans(double q, bool with_gam2)>;

Equilibrium equilibrium_of(const MeansAtOverlap& means, double alpha);
Equilibrium zero_entropy_of(const MeansAtOverlap& means);
double replicon_of(const MeansAtOverlap& means, const Equilibrium& at);

// Where the branch of the teacher ends: dalpha/dq^ = 0.
const Equilibrium& teacher_spinodal();

}  // namespace bitbasin
