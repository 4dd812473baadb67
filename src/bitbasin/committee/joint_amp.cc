// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/joint_amp.h"

#include <array>
#include <cassert>
#include <cmath>

#include "bitbasin/base/parallel.h"
#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/perceptron/messages/amp.h"

namespace bitbasin {
namespace {

constexpr std::size_t kJointGrain = 32;  // patterns or inputs that are worth a thread

// As kLeastVariance of amp.h.
constexpr double kLeastJointVariance = 0.5;

// Covariances are held a little below what their variances allow, so that V has an inverse when the sum of
// the three weights at an input is certain.
constexpr double kCovarianceKept = 0.998;

// The moments of three weights under fields and couplings.
struct Site {
  double log_sum;
  Triple m;
  Triple pairs;
};

Site site_at(const Triple& field, const Triple& coupling) {
  std::array<double, 8> exponent;
  double largest = -1e300;
  for (unsigned s = 0; s < 8; ++s) {
    const double a = s & 1 ? 1 : -1, b = s & 2 ? 1 : -1, c = s & 4 ? 1 : -1;
    exponent[s] = field[0] * a + field[1] * b + field[2] * c + coupling[0] * b * c + coupling[1] * a * c +
                  coupling[2] * a * b;
    largest = std::max(largest, exponent[s]);
  }
  double sum = 0;
  Site site{};
  for (unsigned s = 0; s < 8; ++s) {
    const double p = portable_exp(exponent[s] - largest);
    const double a = s & 1 ? p : -p, b = s & 2 ? 1 : -1, c = s & 4 ? 1 : -1;
    sum += p;
    site.m[0] += a;
    site.m[1] += p * b;
    site.m[2] += p * c;
    site.pairs[0] += p * b * c;
    site.pairs[1] += a * c;
    site.pairs[2] += a * b;
  }
  for (std::size_t l = 0; l < 3; ++l) {
    site.m[l] /= sum;
    site.pairs[l] /= sum;
  }
  site.log_sum = largest + portable_log(sum);
  return site;
}

double ordered_total(std::span<const double> v) {
  return ordered_sum(v, [](double term) { return term; });
}

}  // namespace

JointAmp::JointAmp(CommitteeProducts& patterns, [[maybe_unused]] const MajorityModel& model, int threads)
    : patterns_(patterns),
      threads_(threads),
      inputs_(patterns.n() / kUnits),
      theta_(patterns.n()),
      m_(patterns.n()),
      u_(patterns.n()),
      pairs_(patterns.n()),
      g_(kUnits * patterns.patterns()),
      w_(g_.size()),
      gam_(2 * g_.size()) {
  assert(model.units() == kUnits && patterns.units() == kUnits);
}

void JointAmp::start(std::span<const double> theta) {
  std::ranges::copy(theta, theta_.begin());
  std::ranges::fill(g_, 0.0);
  coupling_ = {};
  find_moments();
}

void JointAmp::restore(const State& state) {
  theta_ = state.theta;
  m_ = state.m;
  u_ = state.u;
  g_ = state.g;
  pairs_ = state.pairs;
  coupling_ = state.coupling;
}

void JointAmp::find_moments_at(std::size_t i) {
  const std::size_t n = inputs_;
  const Site site = site_at({theta_[i], theta_[n + i], theta_[2 * n + i]}, coupling_);
  for (std::size_t l = 0; l < kUnits; ++l) {
    m_[l * n + i] = site.m[l];
    pairs_[l * n + i] = site.pairs[l];
  }
}

void JointAmp::find_moments() {
  parallel_ranges(inputs_, 16 * kJointGrain, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) find_moments_at(i);
  });
}

void JointAmp::add_field(std::size_t i, double change) {
  theta_[i] = clamped(theta_[i] + change);
  find_moments_at(i % inputs_);
}

TripleMatrix JointAmp::covariance() const {
  TripleMatrix v;
  const std::size_t n = inputs_;
  for (std::size_t c = 0; c < kUnits; ++c) {
    const double* a = m_.data() + (c + 1) % 3 * n;
    const double* b = m_.data() + (c + 2) % 3 * n;
    const auto mean = std::span(m_).subspan(c * n, n), pair = std::span(pairs_).subspan(c * n, n);
    v.diagonal[c] = std::max(kLeastJointVariance, ordered_sum(mean, [](double m) { return 1 - m * m; }));
    CompensatedSum sum;
    for (std::size_t i = 0; i < n; ++i) sum += pair[i] - a[i] * b[i];
    v.pair[c] = kCovarianceKept * sum.value();
  }
  return v;
}

Triple JointAmp::means_of(std::size_t k, const TripleMatrix& v) const {
  const std::size_t patterns = patterns_.patterns();
  const Triple g{g_[k], g_[patterns + k], g_[2 * patterns + k]};
  Triple w;
  for (std::size_t l = 0; l < kUnits; ++l) w[l] = w_[l * patterns + k] - v.row(l, g);
  return w;
}

void JointAmp::find_fields(double margin) {
  patterns_.forward(m_, w_);
  const TripleMatrix v = covariance();
  const JointMajority channel(v);
  const std::size_t patterns = patterns_.patterns(), n = inputs_;
  parallel_ranges(patterns, kJointGrain, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      Triple w = means_of(k, v);
      for (double& mean : w) mean -= margin;
      const auto response = channel.respond(w);
      for (std::size_t l = 0; l < kUnits; ++l) {
        g_[l * patterns + k] = response.g[l];
        gam_[l * patterns + k] = response.gam.diagonal[l];
        gam_[(kUnits + l) * patterns + k] = response.gam.pair[l];
      }
    }
  });
  TripleMatrix gam;
  for (std::size_t l = 0; l < kUnits; ++l) {
    gam.diagonal[l] = ordered_total(std::span(gam_).subspan(l * patterns, patterns));
    gam.pair[l] = ordered_total(std::span(gam_).subspan((kUnits + l) * patterns, patterns));
  }
  patterns_.backward(g_, u_);
  for (std::size_t i = 0; i < n; ++i) {
    const Triple m{m_[i], m_[n + i], m_[2 * n + i]};
    for (std::size_t l = 0; l < kUnits; ++l) u_[l * n + i] += gam.row(l, m);
  }
  for (std::size_t c = 0; c < kUnits; ++c) coupling_[c] = clamped(0.5 * (coupling_[c] - gam.pair[c]));
}

double JointAmp::free_entropy(std::span<const double> external) {
  patterns_.forward(m_, w_);
  const TripleMatrix v = covariance();
  const JointMajority channel(v);
  const std::size_t patterns = patterns_.patterns(), n = inputs_;
  CompensatedSum sum;
  for (std::size_t i = 0; i < n; ++i) {
    Triple field;
    for (std::size_t l = 0; l < kUnits; ++l) field[l] = u_[l * n + i] + external[l * n + i];
    sum += site_at(field, coupling_).log_sum;
    for (std::size_t l = 0; l < kUnits; ++l) {
      sum += -m_[l * n + i] * u_[l * n + i] - coupling_[l] * pairs_[l * n + i];
    }
  }
  for (std::size_t k = 0; k < patterns; ++k) {
    const Triple g{g_[k], g_[patterns + k], g_[2 * patterns + k]};
    double reaction = 0;
    for (std::size_t l = 0; l < kUnits; ++l) reaction += g[l] * v.row(l, g) / 2;
    sum += channel.respond(means_of(k, v)).log_z + reaction;
  }
  return sum.value();
}

}  // namespace bitbasin
