// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/bp.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// log(exp(a) + exp(b))
double log_sum(double a, double b) {
  return std::max(a, b) + portable_log1p(portable_exp(-std::abs(a - b)));
}

void prefetch(const double* x) {
  __builtin_prefetch(x, 1);
}

}  // namespace

SatBp::SatBp(const Formula& formula)
    : formula_(formula),
      u_(formula.literals.size()),
      total_(formula.variables),
      external_(formula.variables),
      kernel_(clause_kernel()),
      rows_(longest_clause(formula) * kClauseLanes),
      scratch_(rows_.size()) {}

void SatBp::start(Stream& stream) {
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    const std::size_t first = formula_.offsets[a], end = formula_.offsets[a + 1];
    // Unbiased variables send log(1 - 2^(1 - K)); random values around that, so that no two starts are the
    // same.
    const double size = std::ldexp(1.0, 1 - static_cast<int>(std::min<std::size_t>(end - first, 60)));
    for (std::size_t e = first; e < end; ++e) u_[e] = -size * uniform01(stream);
  }
  refresh();
}

void SatBp::set_messages(std::span<const double> u) {
  assert(u.size() == u_.size());
  std::ranges::copy(u, u_.begin());
  refresh();
}

double SatBp::sweep() {
  double largest = 0;
  const std::size_t clauses = formula_.clauses();
  for (std::size_t a = 0; a < clauses;) {
    const std::size_t first = formula_.offsets[a];
    const std::size_t length = formula_.offsets[a + 1] - first;
    std::size_t count = 1;  // clauses of this length that follow each other
    while (count < kClauseLanes && a + count < clauses &&
           formula_.offsets[a + count + 1] - formula_.offsets[a + count] == length) {
      ++count;
    }
    const std::size_t ahead = 2 * count * length;
    for (std::size_t c = 0, e = first; c < count; ++c) {
      for (std::size_t k = 0; k < length; ++k, ++e) {
        // The fields are read in random order, so those of the block after next are prefetched.
        if (e + ahead < u_.size()) prefetch(&total_[variable_of(formula_.literals[e + ahead])]);
        rows_[k * kClauseLanes + c] = input(e);
      }
    }
    kernel_(rows_.data(), scratch_.data(), length);
    for (std::size_t c = 0, e = first; c < count; ++c) {
      for (std::size_t k = 0; k < length; ++k, ++e) {
        largest = std::max(largest, std::abs(store(e, rows_[k * kClauseLanes + c])));
      }
    }
    a += count;
  }
  return largest;
}

void SatBp::refresh() {
  total_ = external_;
  for (std::size_t e = 0; e < u_.size(); ++e) {
    const Literal literal = formula_.literals[e];
    total_[variable_of(literal)] -= signed_by(literal, u_[e]);
  }
}

// F = sum_a log(1 - prod_e zeta_e)
//     + sum_i log(exp(X_i / 2 + sum_{J_e = -1} u_e) + exp(-X_i / 2 + sum_{J_e = +1} u_e))
//     - sum_e log(1 - zeta_e (1 - exp(u_e)))
double SatBp::free_entropy() const {
  CompensatedSum sum;
  std::vector<double> against(2 * std::size_t{formula_.variables});  // sum of u over each literal's edges
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    double product = 1, rest = 0;  // rest = 1 - product, without its cancellation
    for (std::size_t e = formula_.offsets[a]; e < formula_.offsets[a + 1]; ++e) {
      const double weight = portable_exp(std::clamp(input(e), -300.0, 300.0));
      const double zeta = 1 / (1 + weight);
      const double satisfied = weight / (1 + weight);  // 1 - zeta
      rest += product * satisfied;
      product *= zeta;
      against[formula_.literals[e]] += u_[e];
      sum.add(-portable_log(satisfied + zeta * portable_exp(u_[e])));
    }
    sum.add(portable_log(rest));
  }
  for (std::size_t i = 0; i < formula_.variables; ++i) {
    sum.add(log_sum(external_[i] / 2 + against[2 * i + 1], -external_[i] / 2 + against[2 * i]));
  }
  return sum.value();
}

}  // namespace bitbasin
