// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/bp.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "bitbasin/base/parallel.h"
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

// For reading: to claim the line would take it from other threads.
void prefetch(const double* x) {
  __builtin_prefetch(x);
}

}  // namespace

SatBp::SatBp(const Formula& formula, int threads, std::size_t many_clauses)
    : formula_(formula),
      u_(formula.literals.size()),
      total_(formula.variables),
      external_(formula.variables),
      kernel_(clause_kernel()),
      threads_(std::max(1, threads)) {
  const AlignedArray<double> rows(longest_clause(formula) * kClauseLanes);
  workspaces_.assign(static_cast<std::size_t>(threads_), {rows, rows});
  if (ClauseGroups::suit(formula, many_clauses)) {
    groups_.emplace(formula);
    changes_ = AlignedArray<FieldChange>(groups_->most_changes());
  }
}

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

template <class Put>
double SatBp::pass(std::size_t first_clause, std::size_t end_clause, Workspace& workspace, Put put) {
  auto& [rows, scratch] = workspace;
  double largest = 0;
  for (std::size_t a = first_clause; a < end_clause;) {
    const std::size_t first = formula_.offsets[a];
    const std::size_t length = formula_.offsets[a + 1] - first;
    std::size_t count = 1;  // clauses of this length that follow each other
    while (count < kClauseLanes && a + count < end_clause &&
           formula_.offsets[a + count + 1] - formula_.offsets[a + count] == length) {
      ++count;
    }
    const std::size_t ahead = 2 * count * length;
    for (std::size_t c = 0, e = first; c < count; ++c) {
      for (std::size_t k = 0; k < length; ++k, ++e) {
        // The fields are read in random order, so those of the block after next are prefetched.
        if (e + ahead < u_.size()) prefetch(&total_[variable_of(formula_.literals[e + ahead])]);
        rows[k * kClauseLanes + c] = input(e);
      }
    }
    kernel_(rows.data(), scratch.data(), length);
    double most = 0;  // of the block: in a register, unlike what must outlive the call above
    for (std::size_t c = 0, e = first; c < count; ++c) {
      for (std::size_t k = 0; k < length; ++k, ++e) {
        most = std::max(most, std::abs(put(e, rows[k * kClauseLanes + c])));
      }
    }
    largest = std::max(largest, most);
    a += count;
  }
  return largest;
}

double SatBp::sweep() {
  if (groups_) return sweep_in_groups();
  return pass(0, formula_.clauses(), workspaces_[0], [this](std::size_t e, double u) { return store(e, u); });
}

double SatBp::sweep_in_groups() {
  std::vector<double> largest(workspaces_.size());
  for (std::size_t group = 0; group < groups_->groups(); ++group) {
    const std::size_t first = groups_->first_task(group), end = groups_->first_task(group + 1);
    const auto compute = [&](std::size_t from, std::size_t to, std::size_t slot) {
      for (std::size_t task = first + from; task < first + to; ++task) {
        std::array<std::uint32_t, ClauseGroups::kParts> next;
        std::ranges::copy(groups_->places(task), next.begin());
        const auto put = [&](std::size_t e, double u) {
          const Literal literal = formula_.literals[e];
          const std::uint32_t i = variable_of(literal);
          const double change = u - std::exchange(u_[e], u);
          changes_[next[groups_->part(i)]++] = {signed_by(literal, change), i};
          return change;
        };
        const double most =
            pass(groups_->first_clause(task), groups_->first_clause(task + 1), workspaces_[slot], put);
        largest[slot] = std::max(largest[slot], most);
      }
    };
    const auto add = [&](std::size_t from, std::size_t to) {
      const std::size_t last = groups_->part_begin(group, to);
      for (std::size_t c = groups_->part_begin(group, from); c < last; ++c) {
        total_[changes_[c].variable] -= changes_[c].size;
      }
    };
    parallel_ranges(end - first, 1, threads_, compute);
    parallel_ranges(ClauseGroups::kParts, 1, threads_, add);
  }
  return *std::ranges::max_element(largest);
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
