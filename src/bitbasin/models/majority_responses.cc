// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/majority_responses.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/models/majority.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/models/majority_responses.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/mills-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

using Lanes = hn::ScalableTag<double>;
using Vector = hn::Vec<Lanes>;
inline constexpr std::size_t kStep = hn::MaxLanes(Lanes());
inline constexpr std::size_t kMostCounts = kMostVotingUnits / 2 + 1;

// What the patterns of a call share: the numbers of each unit, and memory.
struct MajorityBlock {
  std::span<const double> v;
  double threshold;
  double least;
  double inverse_root[kMostVotingUnits];                                              // 1 / sqrt V_l
  Vector plus[kMostVotingUnits], minus[kMostVotingUnits], density[kMostVotingUnits];  // unit_vote
  // before[l][j]: the probability that j of the units 0 .. l - 1 are positive, j <= K / 2; `after` the same
  // for the units l + 1 .. K - 1.
  Vector before[kMostVotingUnits][kMostCounts], after[kMostCounts];
};

struct UnitVote {
  Vector plus, minus, density;
};

// How a unit votes whose sum is z = -x standard deviations from the threshold: P(+) = H(x). The smaller of
// the two probabilities is computed and the other is one minus it, so that neither loses digits. Where P(+)
// is held at `least`, its product with the hazard stands for the density.
HWY_INLINE UnitVote unit_vote(Lanes d, Vector x, Vector least) {
  const auto size = hn::Min(hn::Abs(x), hn::Set(d, kFarHazard));
  const auto ratio = hazard_ratio(d, size);
  const auto density = normal_density(d, hn::Min(size, hn::Set(d, 26.0)));  // 1e-147, and no smaller
  const auto is_right = hn::Lt(x, hn::Zero(d));
  const auto smaller = hn::Div(hn::Mul(density, ratio.q), ratio.p);
  const auto tail = hn::IfThenElse(is_right, smaller, hn::Max(smaller, least));
  const auto rest = hn::Sub(hn::Set(d, 1.0), tail);
  return {hn::IfThenElse(is_right, rest, tail), hn::IfThenElse(is_right, tail, rest),
          hn::IfThenElse(is_right, density, hn::Mul(hn::Div(ratio.p, ratio.q), tail))};
}

// One vector of patterns; those of unit l stand at w + l * stride.
HWY_INLINE void respond_at(MajorityBlock& b, double* w, double* g, std::size_t stride) {
  constexpr Lanes d;
  const std::size_t units = b.v.size(), half = units / 2;
  const auto threshold = hn::Set(d, b.threshold), least = hn::Set(d, b.least), one = hn::Set(d, 1.0);
  for (std::size_t l = 0; l < units; ++l) {
    const auto reaction = hn::Mul(hn::Set(d, b.v[l]), hn::LoadU(d, g + l * stride));
    const auto mean = hn::Sub(hn::LoadU(d, w + l * stride), hn::Add(reaction, threshold));
    hn::StoreU(mean, d, w + l * stride);
    const auto vote = unit_vote(d, hn::Neg(hn::Mul(mean, hn::Set(d, b.inverse_root[l]))), least);
    b.plus[l] = vote.plus;
    b.minus[l] = vote.minus;
    b.density[l] = vote.density;
  }

  // Unit l completes the majority where it is positive and `half` of the units before it are: nothing cancels
  // in the sum of these.
  auto z = hn::Zero(d);
  b.before[0][0] = one;
  for (std::size_t l = 0; l < units; ++l) {
    const Vector* counts = b.before[l];
    if (l >= half) z = hn::Add(z, hn::Mul(counts[half], b.plus[l]));
    if (l + 1 == units) break;
    Vector* next = b.before[l + 1];
    next[0] = hn::Mul(counts[0], b.minus[l]);
    for (std::size_t j = 1; j <= std::min(l, half); ++j) {
      next[j] = hn::Add(hn::Mul(counts[j], b.minus[l]), hn::Mul(counts[j - 1], b.plus[l]));
    }
    if (l < half) next[l + 1] = hn::Mul(counts[l], b.plus[l]);
  }

  const auto inverse_z = hn::Div(one, z);
  b.after[0] = one;
  for (std::size_t l = units; l-- > 0;) {
    const std::size_t others = units - 1 - l;  // in `after`
    auto exactly = hn::Zero(d);                // R_l
    for (std::size_t j = half - std::min(half, others); j <= std::min(l, half); ++j) {
      exactly = hn::Add(exactly, hn::Mul(b.before[l][j], b.after[half - j]));
    }
    const auto pull = hn::Mul(hn::Mul(b.density[l], exactly), inverse_z);
    const auto force = hn::Mul(pull, hn::Set(d, b.inverse_root[l]));
    const auto mean = hn::Div(hn::LoadU(d, w + l * stride), hn::Set(d, b.v[l]));
    hn::StoreU(force, d, g + l * stride);
    hn::StoreU(hn::Mul(force, hn::Add(mean, force)), d, w + l * stride);

    if (others < half) b.after[others + 1] = hn::Mul(b.after[others], b.plus[l]);
    for (std::size_t j = std::min(others, half); j > 0; --j) {
      b.after[j] = hn::Add(hn::Mul(b.after[j], b.minus[l]), hn::Mul(b.after[j - 1], b.plus[l]));
    }
    b.after[0] = hn::Mul(b.after[0], b.minus[l]);
  }
}

void respond_all(std::span<const double> v, double threshold, double* w, double* g, std::size_t stride,
                 std::size_t count) {
  const std::size_t units = v.size();
  MajorityBlock block;
  block.v = v;
  block.threshold = threshold;
  block.least = least_vote(units);
  for (std::size_t l = 0; l < units; ++l) block.inverse_root[l] = 1 / std::sqrt(v[l]);
  std::size_t k = 0;
  for (; k + kStep <= count; k += kStep) respond_at(block, w + k, g + k, stride);
  if (k == count) return;

  HWY_ALIGN double tail_w[kMostVotingUnits * kStep] = {}, tail_g[kMostVotingUnits * kStep] = {};
  for (std::size_t l = 0; l < units; ++l) {
    std::copy_n(w + l * stride + k, count - k, tail_w + l * kStep);
    std::copy_n(g + l * stride + k, count - k, tail_g + l * kStep);
  }
  respond_at(block, tail_w, tail_g, kStep);
  for (std::size_t l = 0; l < units; ++l) {
    std::copy_n(tail_w + l * kStep, count - k, w + l * stride + k);
    std::copy_n(tail_g + l * kStep, count - k, g + l * stride + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(respond_all);

void majority_responses(std::span<const double> v, double threshold, double* w, double* g, std::size_t stride,
                        std::size_t count) {
  assert(v.size() % 2 == 1 && v.size() <= kMostVotingUnits);
  HWY_DYNAMIC_DISPATCH(respond_all)(v, threshold, w, g, stride, count);
}

double least_vote(std::size_t units) {
  const auto half = static_cast<double>(units / 2 + 1);
  return std::max(1e-40, portable_exp(-600 / half));  // exp(-600) = 1e-261
}

}  // namespace bitbasin
#endif  // HWY_ONCE
