// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/majority.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/models/majority_responses.h"
#include "bitbasin/models/sign.h"

namespace bitbasin {
namespace {

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
  if (units_ == 1) {
    SignModel(threshold_).respond(v[0], w.subspan(begin, end - begin), g.subspan(begin, end - begin));
  } else {
    majority_responses(v, threshold_, w.data() + begin, g.data() + begin, stride, end - begin);
  }
}

double MajorityModel::log_z(std::span<const double> w, std::span<const double> v) const {
  if (units_ == 1) return SignModel(threshold_).log_z(w[0], v[0]);
  const double least = least_vote(units_);
  std::vector<double> p(units_), r(units_);
  for (std::size_t l = 0; l < units_; ++l) {
    p[l] = std::clamp(gaussian_tail((threshold_ - w[l]) / std::sqrt(v[l])), least, 1.0);
  }
  return portable_log(majority(p, r));
}

}  // namespace bitbasin
