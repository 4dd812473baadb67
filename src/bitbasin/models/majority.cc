// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/majority.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/mills.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/root_two_pi.h"

namespace bitbasin {
namespace {

// Applied inside the recursion, so that Z and R_l never vanish together: G_l then remains about |z_l| / sqrt
// V_l when all units are wrong.
constexpr double kLeastProbability = 1e-40;

double clamped(double p) {
  return std::clamp(p, kLeastProbability, 1 - 1e-16);
}

// H(x) from the hazard G / H at x, which is already known.
double probability(double x, double hazard_at_x) {
  if (x < -9) return 1;  // to the last bit; further left both factors vanish
  return kInverseRootTwoPi * portable_exp(-0.5 * x * x) / hazard_at_x;
}

using Counts = std::array<double, kMostVotingUnits + 1>;

// Adds one unit to counts[j], the probability that j of `size` units are positive.
void add_unit(Counts& counts, std::size_t size, double p) {
  counts[size + 1] = counts[size] * p;
  for (std::size_t j = size; j > 0; --j) counts[j] = counts[j] * (1 - p) + counts[j - 1] * p;
  counts[0] *= 1 - p;
}

}  // namespace

double majority(std::span<const double> p, std::span<double> r) {
  const std::size_t units = p.size(), half = (units - 1) / 2;
  assert(units % 2 == 1 && r.size() == units);
  if (units == 1) {
    r[0] = 1;
    return p[0];
  }
  if (units == 3) {  // the loop below, written out
    for (std::size_t l = 0; l < 3; ++l) {
      const double a = p[(l + 1) % 3], b = p[(l + 2) % 3];
      r[l] = a * (1 - b) + b * (1 - a);
    }
    return p[0] * p[1] + p[2] * r[2];
  }
  // before[l]: how many of the units 0 .. l - 1 are positive; `after` is the same for l + 1 .. K - 1.
  std::array<Counts, kMostVotingUnits> before;
  Counts counts, after;
  counts[0] = after[0] = 1;
  for (std::size_t l = 0; l < units; ++l) {
    std::copy_n(counts.begin(), l + 1, before[l].begin());
    add_unit(counts, l, p[l]);
  }
  double z = 0;
  for (std::size_t j = units; j > half; --j) z += counts[j];
  for (std::size_t l = units; l-- > 0;) {
    const std::size_t others = units - 1 - l;  // in `after`; l in before[l]
    double exactly = 0;
    for (std::size_t j = half > others ? half - others : 0; j <= std::min(half, l); ++j) {
      exactly += before[l][j] * after[half - j];
    }
    r[l] = exactly;
    add_unit(after, others, p[l]);
  }
  return z;
}

void MajorityModel::respond(std::span<const double> v, std::span<double> w, std::span<double> g,
                            std::size_t stride, std::size_t begin, std::size_t end) const {
  assert(v.size() == units_);
  const std::size_t count = end - begin;
  std::vector<double> root(units_), hazards(units_ * count), p(units_), r(units_);
  for (std::size_t l = 0; l < units_; ++l) {
    root[l] = std::sqrt(v[l]);
    const std::span mean = w.subspan(l * stride + begin, count), field = g.subspan(l * stride + begin, count);
    const std::span hazard_of(hazards.data() + l * count, count);
    for (std::size_t k = 0; k < count; ++k) {
      mean[k] -= v[l] * field[k] + threshold_;
      hazard_of[k] = -mean[k] / root[l];
    }
    mills_g(hazard_of, hazard_of);
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t l = 0; l < units_; ++l) {
      p[l] = clamped(probability(-w[l * stride + begin + k] / root[l], hazards[l * count + k]));
    }
    const double z = majority(p, r);
    for (std::size_t l = 0; l < units_; ++l) {
      double& mean = w[l * stride + begin + k];
      const double force = hazards[l * count + k] * (p[l] * r[l] / z) / root[l];
      g[l * stride + begin + k] = force;
      mean = force * (mean / v[l] + force);
    }
  }
}

double MajorityModel::log_z(std::span<const double> w, std::span<const double> v) const {
  std::vector<double> p(units_), r(units_);
  for (std::size_t l = 0; l < units_; ++l) {
    p[l] = clamped(gaussian_tail((threshold_ - w[l]) / std::sqrt(v[l])));
  }
  return portable_log(majority(p, r));
}

}  // namespace bitbasin
