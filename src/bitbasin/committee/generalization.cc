// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/generalization.h"

#include <cmath>
#include <vector>

#include "bitbasin/bits/dot.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {
namespace {

// The weights of each unit.
std::vector<BitVector> units_of(const CommitteeInstance& instance, const BitVector& weights) {
  std::vector<BitVector> units;
  const std::size_t n = instance.n();
  for (std::size_t l = 0; l < instance.units(); ++l) {
    BitVector unit(n);
    for (std::size_t i = 0; i < n; ++i) unit.set(i, weights[l * n + i]);
    units.push_back(std::move(unit));
  }
  return units;
}

// The signs of the teacher's units are independent and fair, and a student's unit differs from its own with
// the given probability. p[t][s]: t units of the teacher and s of the student are positive.
double tree_error(std::span<const double> differ) {
  const std::size_t units = differ.size();
  std::vector<std::vector<double>> p(units + 1, std::vector<double>(units + 1));
  p[0][0] = 1;
  for (std::size_t l = 0; l < units; ++l) {
    const double same = 0.5 * (1 - differ[l]), other = 0.5 * differ[l];
    for (std::size_t t = l + 2; t-- > 0;) {
      for (std::size_t s = l + 2; s-- > 0;) {
        double sum = same * p[t][s];
        if (t > 0) sum += other * p[t - 1][s];
        if (s > 0) sum += other * p[t][s - 1];
        if (t > 0 && s > 0) sum += same * p[t - 1][s - 1];
        p[t][s] = sum;
      }
    }
  }
  double error = 0;
  for (std::size_t t = 0; t <= units; ++t) {
    for (std::size_t s = 0; s <= units; ++s) {
      if (MajorityModel::allows(t, units) != MajorityModel::allows(s, units)) error += p[t][s];
    }
  }
  return error;
}

bool votes_for(std::span<const BitVector> units, const BitVector& x) {
  std::size_t positive = 0;
  for (const BitVector& unit : units) positive += dot(unit, x) > 0;
  return MajorityModel::allows(positive, units.size());
}

}  // namespace

double generalization_error(const CommitteeInstance& instance, const BitVector& teacher,
                            const BitVector& weights) {
  constexpr int kPatterns = 40000;
  const std::vector<BitVector> ours = units_of(instance, weights), theirs = units_of(instance, teacher);
  if (instance.form.tree) {
    std::vector<double> differ;
    for (std::size_t l = 0; l < ours.size(); ++l) {
      const double overlap = static_cast<double>(dot(ours[l], theirs[l])) / static_cast<double>(instance.n());
      differ.push_back(generalization_error(overlap));
    }
    return tree_error(differ);
  }
  Stream stream(1, purpose("committee.generalization"));
  BitVector x(instance.n());
  int wrong = 0;
  for (int k = 0; k < kPatterns; ++k) {
    stream.fill(x.words());
    x.clear_padding();
    wrong += votes_for(ours, x) != votes_for(theirs, x);
  }
  return static_cast<double>(wrong) / kPatterns;
}

}  // namespace bitbasin
