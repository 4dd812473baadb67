// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/joint_majority.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/quadrature.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/models/majority.h"

namespace bitbasin::joint_majority_test {
namespace {

// Covariances as random labels and teachers have them, one of each sign, and one that is nearly soft in the
// direction of the sum.
const TripleMatrix kMatrices[] = {{{9, 9, 9}, {-1.4, -1.4, -1.4}},
                                  {{12, 7, 9}, {-3, 1.5, -4}},
                                  {{5, 6, 4}, {2, 1, 2.5}},
                                  {{10, 10, 10}, {-4.9, -4.9, -4.9}}};
const Triple kMeans[] = {{0, 0, 0},  {2, -1, 1},   {-3, -2, 1}, {-4, -3, -2},
                         {5, 6, -9}, {-5, 3, 0.5}, {6, 5, 7}};

// The integral of f under the normal density, by pieces on either side of a step.
template <class F>
double normal_integral(double step, F f) {
  constexpr double kReach = 8;
  step = std::clamp(step, -kReach, kReach);
  double sum = 0;
  static const QuadratureRule rule = gauss_legendre(24, 0, 1);
  for (const double end : {-kReach, kReach}) {
    sum += std::abs(end - step) * rule.integrate([&](double t) {
      const double x = step + (end - step) * t;
      return std::exp(-x * x / 2) * f(x);
    });
  }
  return sum * kInverseRootTwoPi;
}

// Z by the Cholesky factor of V: z_1 and z_2 by quadrature, z_3 given both in closed form.
double integrated(const TripleMatrix& v, const Triple& w) {
  const double a = std::sqrt(v.diagonal[0]), ba = v.pair[2] / a, b = std::sqrt(v.diagonal[1] - ba * ba);
  const double ca = v.pair[1] / a, cb = (v.pair[0] - ba * ca) / b;
  const double c = std::sqrt(v.diagonal[2] - ca * ca - cb * cb);
  return normal_integral(-w[0] / a, [&](double x) {
    const double edge = -(w[1] + ba * x) / b;
    return normal_integral(edge, [&](double y) {
      const int positive = (w[0] + a * x > 0) + (y > edge);
      return positive == 2 ? 1 : positive == 0 ? 0 : gaussian_tail(-(w[2] + ca * x + cb * y) / c);
    });
  });
}

TEST(JointMajority, LogZIsTheProbabilityOfAMajority) {
  for (const TripleMatrix& v : kMatrices) {
    for (const Triple& w : kMeans) {
      const double z = integrated(v, w), found = std::exp(JointMajority(v).respond(w).log_z);
      if (z > 1e-4) {
        EXPECT_NEAR(found, z, 1e-4) << w[0] << " " << w[1] << " " << w[2] << " " << v.pair[0];
      }
    }
  }
}

TEST(JointMajority, ResponsesAreTheDerivativesOfLogZ) {
  constexpr double kStep = 1e-3;
  for (const TripleMatrix& v : kMatrices) {
    const JointMajority channel(v);
    for (const Triple& w : kMeans) {
      const auto here = channel.respond(w);
      if (here.log_z < -9) continue;
      for (std::size_t l = 0; l < 3; ++l) {
        Triple up = w, down = w;
        up[l] += kStep;
        down[l] -= kStep;
        const auto above = channel.respond(up), below = channel.respond(down);
        EXPECT_NEAR(here.g[l], (above.log_z - below.log_z) / (2 * kStep), 1e-4) << w[0] << " " << v.pair[0];
        EXPECT_NEAR(here.gam.diagonal[l], -(above.g[l] - below.g[l]) / (2 * kStep), 1e-4) << w[0];
        const std::size_t a = (l + 1) % 3, c = (l + 2) % 3;
        EXPECT_NEAR(here.gam.pair[c], -(above.g[a] - below.g[a]) / (2 * kStep), 1e-4) << w[0];
      }
    }
  }
}

TEST(JointMajority, WithoutCovarianceTheUnitsAreIndependent) {
  const TripleMatrix v{{9, 7, 5}, {0, 0, 0}};
  for (const Triple& w : kMeans) {
    const auto joint = JointMajority(v).respond(w);
    std::vector<double> gam(w.begin(), w.end()), g(3);
    MajorityModel(3).respond(std::vector<double>{9, 7, 5}, gam, g, 1, 0, 1);
    for (std::size_t l = 0; l < 3; ++l) {
      EXPECT_NEAR(joint.g[l], g[l], 1e-10);
      EXPECT_NEAR(joint.gam.diagonal[l], gam[l], 1e-10);
    }
  }
}

// Far outside, the force grows in proportion to the distance, and its strength stays the same.
TEST(JointMajority, StaysFiniteFarOutside) {
  for (const TripleMatrix& v : kMatrices) {
    const JointMajority channel(v);
    const auto near = channel.respond({-20, -22, -21}), far = channel.respond({-200, -220, -210});
    for (std::size_t l = 0; l < 3; ++l) {
      EXPECT_TRUE(std::isfinite(far.gam.diagonal[l]) && std::isfinite(far.gam.pair[l]));
      EXPECT_GT(far.g[l], 0);
      EXPECT_GT(far.g[l] / 10, near.g[l] / 2);
      EXPECT_LT(far.g[l] / 10, near.g[l] * 2);
    }
    EXPECT_LT(far.log_z, -100);
    EXPECT_TRUE(std::isfinite(far.log_z));
  }
}

}  // namespace
}  // namespace bitbasin::joint_majority_test
