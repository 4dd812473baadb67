// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/surveys.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// log(A + B - A B) from the logarithms of A and B
double log_no_contradiction(double a, double b) {
  const double larger = std::max(a, b), smaller = std::min(a, b);
  return larger + portable_log1p(portable_exp(smaller - larger) * (1 - portable_exp(larger)));
}

}  // namespace

SatSurveys::SatSurveys(const Formula& formula)
    : formula_(formula),
      u_(formula.literals.size()),
      quiet_(2 * std::size_t{formula.variables}),
      external_(quiet_.size()),
      kernel_(survey_kernel()),
      rows_(longest_clause(formula) * kClauseLanes),
      opposed_(rows_.size()),
      all_(formula.clauses()) {
  std::iota(all_.begin(), all_.end(), 0u);
}

void SatSurveys::start(Stream& stream) {
  for (double& u : u_) u = portable_log(1 - uniform01(stream));
  refresh();
}

void SatSurveys::set_messages(std::span<const double> u) {
  assert(u.size() == u_.size());
  std::ranges::copy(u, u_.begin());
  refresh();
}

double SatSurveys::sweep() {
  if (++sweeps_ % kRefreshEvery == 0) refresh();
  double largest = 0;
  sweep(
      all_, [](std::size_t) { return true; },
      [&](std::size_t e, double before) { largest = std::max(largest, std::abs(u_[e] - before)); });
  return largest;
}

void SatSurveys::refresh() {
  quiet_ = external_;
  for (std::size_t e = 0; e < u_.size(); ++e) quiet_[formula_.literals[e]] += u_[e];
}

SatSurveys::Frozen SatSurveys::frozen(std::uint32_t variable) const {
  const double a = quiet(make_literal(variable, false)), b = quiet(make_literal(variable, true));
  const double none = log_no_contradiction(a, b);
  return {portable_exp(b - none) * (1 - portable_exp(a)), portable_exp(a - none) * (1 - portable_exp(b))};
}

// sum_a log(1 - prod_e zeta_e) + sum_i log(A_i + B_i - A_i B_i) - sum_e log(1 - zeta_e eta_e)
double SatSurveys::complexity() const {
  CompensatedSum sum;
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    double product = 1, rest = 0;  // rest = 1 - product, without its cancellation
    for (std::size_t e = formula_.offsets[a]; e < formula_.offsets[a + 1]; ++e) {
      const Literal literal = formula_.literals[e];
      const double opposed = quiet(complement_of(literal));
      const double asked = 1 - portable_exp(opposed);
      const double weight = portable_exp(std::clamp(opposed - (quiet(literal) - u_[e]), -300.0, 300.0));
      const double zeta = asked / (asked + weight), free = weight / (asked + weight);  // 1 - zeta
      rest += product * free;
      product *= zeta;
      sum.add(-portable_log(free + zeta * portable_exp(u_[e])));
    }
    sum.add(portable_log(rest));
  }
  for (std::uint32_t i = 0; i < formula_.variables; ++i) {
    sum.add(log_no_contradiction(quiet(make_literal(i, false)), quiet(make_literal(i, true))));
  }
  return sum.value();
}

}  // namespace bitbasin
