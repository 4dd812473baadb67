// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/one_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "bitbasin/math/graded_grid.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/theory/energetic_inner.h"
#include "bitbasin/theory/entropic_inner.h"
#include "bitbasin/theory/equilibrium.h"

namespace bitbasin {
namespace {

using OneStepNumber = Dual<2>;
enum OneStepDirection : std::size_t { kLogRatio, kOverlap0 };

// The argument of a Gaussian tail that is 1: no constraint on W~.
constexpr double kNoConstraint = -40;
// Steps of the outer trapezoid rules, as in energetic.cc and entropic.cc.
constexpr double kOneStepRadius = 7.7;
constexpr double kOneStepOuter = 0.6;
constexpr double kOneStepEntropic = 0.5;

struct OneStepEnergetic {
  OneStepNumber q0_hat, width_hat;
  double log_j = 0, log_tail = 0;  // alpha E ln J, alpha E <ln H(C)>
};

OneStepEnergetic energetic_part(double alpha, double m, const OneStepNumber& q0, const OneStepNumber& free,
                                const OneStepNumber& ratio, const TheoryQuadrature& quadrature) {
  const OneStepNumber alpha1 = sqrt(ratio);
  const OneStepNumber a = sqrt(q0 / free);
  // A power that is too weak to narrow the integrand leaves K(C) to be resolved, of width 1 / alpha1.
  constexpr double kStrong = 16;
  const double refined = m * alpha1.value * alpha1.value > kStrong ? 1 : std::min(1.0, 2 / alpha1.value);
  InnerAverage inner(alpha1.value, 0, m, quadrature.step * refined);
  const double step = quadrature.step *
                      std::clamp(kOneStepOuter * std::max(1.0, alpha1.value) / a.value, 0.05, kOneStepOuter);
  const int half = static_cast<int>(kOneStepRadius / step);
  OneStepNumber hazard2 = 0.0, variance = 0.0;
  double log_j = 0, log_tail = 0, peak = 0;
  for (int k = half; k >= -half; --k) {
    const double z0 = k * step;
    const double weight = portable_exp(-0.5 * z0 * z0);
    OneStepNumber alpha0 = 0.0;
    alpha0.add(z0, a);
    const InnerAverages in = inner(alpha0.value, kNoConstraint, peak);
    using Q = InnerAverages;
    const auto average = [&](Q::Quantity q) {
      OneStepNumber x(in.value[q]);
      return x.chain(in.slope[q][0], alpha0).chain(in.slope[q][1], alpha1);
    };
    const OneStepNumber hazard = average(Q::kHazard);
    hazard2.add(weight, hazard * hazard);
    variance.add(weight, average(Q::kHazardVar));
    log_j += weight * in.value[Q::kLogZ];
    log_tail += weight * in.value[Q::kLogTail];
  }
  const double scale = alpha * step * kInverseRootTwoPi;
  return {scale * hazard2 / free, scale * variance / free, scale * log_j, scale * log_tail};
}

struct OneStepEntropic {
  OneStepNumber q0 = 0.0, free = 0.0;
  double log_i = 0, log_2cosh = 0;  // E ln I, E <ln 2cosh A>
};

OneStepEntropic entropic_part(double m, const OneStepEnergetic& e, const TheoryQuadrature& quadrature) {
  const OneStepNumber sigma = sqrt(e.width_hat);
  const OneStepNumber root = sqrt(e.q0_hat);
  const OneStepNumber power = m;
  const OneStepNumber nothing = 0.0;
  // <tanh A> is a step at z0 = 0.
  const EntropicInner<OneStepNumber> middle = entropic_inner(sigma, nothing, power, quadrature.step);
  const double steep = std::abs(middle.sech2.value + m * (1 - middle.sech2.value)) * root.value;
  const Feature feature[] = {{0, 1 / std::max(1.0, steep)}};
  const GradedGrid grid =
      graded_grid(-kEntropicReach, kEntropicReach, 0, kOneStepEntropic * quadrature.step, feature);
  OneStepEntropic out;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double z0 = grid.nodes[i];
    if (z0 < 0) continue;  // the same as at -z0
    const double weight =
        (z0 > 0 ? 2 : 1) * grid.weights[i] * portable_exp(-0.5 * z0 * z0) * kInverseRootTwoPi;
    OneStepNumber field = 0.0;
    field.add(z0, root);
    const EntropicInner<OneStepNumber> in = entropic_inner(sigma, field, power, quadrature.step);
    out.q0.add(weight, in.tanh * in.tanh);
    out.free.add(weight, in.sech2);
    out.log_i += weight * in.log_i.value;
    out.log_2cosh += weight * in.log_2cosh.value;
  }
  return out;
}

// A point of the line on which the equation for q0 holds; that for q1 is left over.
struct LinePoint {
  double log_ratio, q0, miss;
};

// Along the line q1 and q0 turn back, but their ratio rises from the symmetric saddle point to the frozen
// one.
class OneStepSearch {
 public:
  // `q` is the overlap of the symmetric saddle point.
  OneStepSearch(double alpha, double m, double q, const TheoryQuadrature& quadrature, RunControl& control)
      : alpha_(alpha), m_(m), q_(q), quadrature_(quadrature), control_(control) {}

  // The saddle points with q0 < q1 < 1, by rising ratio.
  std::vector<OneStepSaddle> between() {
    // Closer to the symmetric saddle point there is nothing else as long as that one is stable.
    constexpr double kSmallestRatio = -4;
    // 1 - q1 of about 1e-7; without a power that presses q1 to 1, 1e-3: from there on nothing turns.
    const double largest = portable_log(m_ > 0 ? 1e7 : 1e3);
    std::vector<OneStepSaddle> found;
    const auto first = on_line(kSmallestRatio - portable_log(std::max(1.0, m_)), q_);
    std::vector<LinePoint> line;
    if (first) line = follow(*first, kLongestStep, largest);
    add_roots(line, found);
    // For large m the line is steep halfway: if it is lost there, its other end, where q0 is q again, is
    // followed.
    const bool lost = line.empty() || line.back().miss > kFrozenMiss;
    for (double at = 2; m_ > 1 && lost && at < largest; at += 0.5) {
      const auto last = on_line(at, q_);
      if (!last || last->miss > -1 || std::abs(last->q0 - q_) > 0.2) continue;
      add_roots(follow(*last, -kLongestStep, 0), found);
      add_roots(follow(*last, kLongestStep, largest), found);
      break;
    }
    std::ranges::sort(found, std::ranges::greater{}, &OneStepSaddle::one_less_q1);
    return found;
  }

 private:
  static constexpr double kLongestStep = 0.25;
  // From here on the right-hand side falls like exp(-1 / sqrt(1 - q1)).
  static constexpr double kFrozenMiss = -6;

  std::optional<OneStepMap> map(double log_ratio, double q0) {
    if (!(q0 > 0 && q0 < 1) || !one_step_exists(m_, log_ratio) || !control_.spend(1)) return {};
    return one_step_map(alpha_, m_, q0, log_ratio, quadrature_);
  }

  // One step towards a root, within what keeps 0 < q0 < 1.
  static double moved(double q0, double move) { return std::clamp(q0 + move, q0 / 2, (q0 + 1) / 2); }

  std::optional<LinePoint> on_line(double log_ratio, double q0) {
    constexpr int kMostSteps = 12;
    constexpr double kClose = 1e-9;
    // Another line, far from the symmetric saddle point, begins up there.
    const double most = (1 + q_) / 2;
    for (int i = 0; i < kMostSteps; ++i) {
      const auto at = map(log_ratio, q0);
      if (!at) return {};
      const double move = -at->miss_q0.value / at->miss_q0.slope[kOverlap0];
      if (!std::isfinite(move)) return {};
      if (std::abs(move) < kClose && q0 < most) return LinePoint{log_ratio, q0, at->miss_q1.value};
      q0 = moved(q0, move);
    }
    return {};
  }

  // The line from a point on, in steps that adapt to its slope, until it ends, is lost, or is frozen.
  std::vector<LinePoint> follow(const LinePoint& start, double step, double end) {
    constexpr double kShortestStep = kLongestStep / 64;
    constexpr double kLargestChange = 0.08;
    std::vector<LinePoint> line{start};
    double slope = 0;
    while (std::abs(step) > kShortestStep && (end - line.back().log_ratio) * step > 0) {
      const LinePoint& last = line.back();
      const auto next = on_line(last.log_ratio + step, std::max(last.q0 + slope * step, last.q0 / 2));
      if (!next || std::abs(next->q0 - last.q0) > kLargestChange) {
        step /= 2;
        continue;
      }
      slope = (next->q0 - last.q0) / step;
      line.push_back(*next);
      if (step > 0 && next->miss < kFrozenMiss) break;
      step = std::copysign(std::min(1.5 * std::abs(step), kLongestStep), step);
    }
    return line;
  }

  void add_roots(const std::vector<LinePoint>& line, std::vector<OneStepSaddle>& found) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const LinePoint &a = line[i - 1], &b = line[i];
      if (a.miss * b.miss >= 0) continue;
      const double t = a.miss / (a.miss - b.miss);
      const auto solved = solve(a.log_ratio + t * (b.log_ratio - a.log_ratio), a.q0 + t * (b.q0 - a.q0));
      if (!solved) continue;
      const bool known = std::ranges::any_of(found, [&](const OneStepSaddle& other) {
        return std::abs(other.one_less_q1 / solved->one_less_q1 - 1) < 1e-6;
      });
      if (!known) found.push_back(*solved);
    }
  }

  std::optional<OneStepSaddle> solve(double log_ratio, double q0) {
    constexpr int kMostSteps = 30;
    constexpr double kSmallResidual = 1e-11;
    constexpr double kLongest = 0.5;
    for (int i = 0; i < kMostSteps; ++i) {
      const auto at = map(log_ratio, q0);
      if (!at) return {};
      const OneStepNumber &first = at->miss_q1, &second = at->miss_q0;
      const double miss = std::max(std::abs(first.value), std::abs(second.value));
      if (miss < kSmallResidual) {
        const double free = (1 - q0) / (1 + portable_exp(log_ratio));
        return OneStepSaddle{OneStepKind::between,
                             alpha_,
                             m_,
                             q0,
                             free,
                             at->q0_hat,
                             at->q1_hat,
                             at->action,
                             at->entropy,
                             at->action - m_ * at->entropy,
                             miss};
      }
      const double a = first.slope[kLogRatio], b = first.slope[kOverlap0];
      const double c = second.slope[kLogRatio], d = second.slope[kOverlap0];
      const double by = 1 / (a * d - b * c);
      const double move = (b * second.value - d * first.value) * by;
      const double move0 = (c * first.value - a * second.value) * by;
      if (!std::isfinite(move) || !std::isfinite(move0)) return {};
      log_ratio += std::clamp(move, -kLongest, kLongest);
      q0 = moved(q0, move0);
    }
    return {};
  }

  double alpha_, m_, q_;
  const TheoryQuadrature& quadrature_;
  RunControl& control_;
};

}  // namespace

bool one_step_exists(double m, double log_ratio) {
  constexpr double kAlmost = 0.999;
  return -m * portable_exp(log_ratio) < kAlmost;
}

OneStepMap one_step_map(double alpha, double m, double q0, double log_ratio,
                        const TheoryQuadrature& quadrature) {
  const OneStepNumber overlap = OneStepNumber::variable(q0, kOverlap0);
  const OneStepNumber ratio = exp(OneStepNumber::variable(log_ratio, kLogRatio));
  const OneStepNumber free = (1.0 - overlap) / (1.0 + ratio);
  const OneStepEnergetic e = energetic_part(alpha, m, overlap, free, ratio, quadrature);
  const OneStepEntropic s = entropic_part(m, e, quadrature);
  const double width = free.value * ratio.value;
  const double q1_hat = e.q0_hat.value + e.width_hat.value;
  const double linear = -0.5 * free.value * q1_hat;
  const double broken = width * q1_hat + q0 * e.width_hat.value;  // q1 q1^ - q0 q0^
  return {s.q0 - overlap,
          log(s.free / free),
          e.q0_hat.value,
          q1_hat,
          m * linear - 0.5 * m * m * broken + s.log_i + e.log_j,
          linear - m * broken + s.log_2cosh + e.log_tail};
}

std::vector<OneStepSaddle> one_step_saddles(double alpha, double m, const TheoryQuadrature& quadrature,
                                            RunControl& control) {
  const Equilibrium typical = *equilibrium(LabelSource::classify, alpha);
  const double s = typical.entropy;
  std::vector<OneStepSaddle> all{{OneStepKind::symmetric, alpha, m, typical.q, 1 - typical.q, typical.q_hat,
                                  typical.q_hat, m * s, s, 0, 0}};
  for (const OneStepSaddle& saddle : OneStepSearch(alpha, m, typical.q, quadrature, control).between()) {
    all.push_back(saddle);
  }
  if (m > 0) {
    // H(C)^m is a step and (2 cosh A)^m is 2 cosh(m A): the symmetric equations with m^2 q0^ in place of q^.
    all.push_back({OneStepKind::frozen, alpha, m, typical.q, 0, typical.q_hat / (m * m),
                   std::numeric_limits<double>::infinity(), s, 0, s, 0});
  }
  return all;
}

}  // namespace bitbasin
