// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/instance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

static_assert(CheckedProblem<CommitteeInstance>);

namespace {

void check_units(std::size_t units) {
  if (units % 2 == 0 || units > kMostVotingUnits) {
    fail("expected an odd number of units up to {}, got {}", kMostVotingUnits, units);
  }
}

// The sum of unit l over row r of a matrix of patterns.
std::int64_t unit_sum(const CommitteeInstance& instance, const BitVector& weights, std::size_t r,
                      std::size_t unit) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < instance.n(); ++i) {
    sum += instance.x.sign(r, instance.column(unit, i)) * weights.sign(unit * instance.n() + i);
  }
  return sum;
}

bool is_right(const CommitteeInstance& instance, const BitVector& weights, std::size_t r) {
  std::size_t positive = 0;
  for (std::size_t l = 0; l < instance.units(); ++l) positive += unit_sum(instance, weights, r, l) > 0;
  return MajorityModel::allows(positive, instance.units());
}

}  // namespace

CommitteeInstance committee_from_patterns(PerceptronInstance patterns, const CommitteeForm& form) {
  check_units(form.units);
  const std::size_t columns = patterns.n();
  if (form.tree && columns % form.units != 0) {
    fail("expected patterns whose entries divide evenly among the {} units of a tree, got {} entries",
         form.units, columns);
  }
  CommitteeInstance instance{std::move(patterns.x).take(), std::move(patterns.labels), form, {}};
  if (instance.n() % 2 == 0) {
    fail("expected an odd number of inputs for each unit, so that none is undecided, got {}", instance.n());
  }
  return instance;
}

CommitteeInstance random_committee(const CommitteeForm& form, std::size_t n, std::size_t patterns,
                                   std::uint64_t seed, int threads) {
  check_units(form.units);
  return committee_from_patterns(random_instance(form.tree ? form.units * n : n, patterns, seed, threads),
                                 form);
}

CommitteeInstance teacher_committee(const CommitteeForm& form, std::size_t n, std::size_t patterns,
                                    std::uint64_t seed, int threads) {
  CommitteeInstance instance = random_committee(form, n, patterns, seed, threads);
  BitVector teacher(instance.weights());
  Stream stream(seed, purpose("committee.teacher"));
  stream.fill(teacher.words());
  teacher.clear_padding();
  // A pattern that the teacher labels -1 is negated, and so is its label.
  for (std::size_t r = 0; r < patterns; ++r) {
    if (is_right(instance, teacher, r)) continue;
    negate(instance.x.row(r), instance.x.cols());
    instance.labels.flip(r);
  }
  instance.teacher = std::move(teacher);
  return instance;
}

std::vector<BitMatrix> unit_inputs(const CommitteeInstance& instance) {
  if (!instance.form.tree) return {instance.x};
  std::vector<BitMatrix> parts;
  const std::size_t n = instance.n();
  for (std::size_t l = 0; l < instance.units(); ++l) {
    BitMatrix part(instance.patterns(), n);
    for (std::size_t r = 0; r < instance.patterns(); ++r) {
      for (std::size_t i = 0; i < n; ++i) part.set(r, i, instance.x.get(r, l * n + i));
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

PerceptronInstance as_patterns(const CommitteeInstance& instance) {
  return {instance.x, instance.labels, std::nullopt, {}};
}

std::size_t count_violations(const CommitteeInstance& instance, const BitVector& weights) {
  if (weights.size() != instance.weights()) {
    fail("expected {} weights, {} for each of {} units, got {}", instance.weights(), instance.n(),
         instance.units(), weights.size());
  }
  std::size_t errors = 0;
  for (std::size_t r = 0; r < instance.patterns(); ++r) errors += !is_right(instance, weights, r);
  return errors;
}

double overlap(const CommitteeInstance& instance, const BitVector& teacher, const BitVector& weights) {
  const std::size_t units = instance.units(), n = instance.n();
  if (weights.size() != teacher.size() || teacher.size() != units * n) {
    fail("expected {} weights, as many as the teacher has, got {}", teacher.size(), weights.size());
  }
  std::vector<std::int64_t> common(units * units);
  for (std::size_t a = 0; a < units; ++a) {
    for (std::size_t b = 0; b < units; ++b) {
      for (std::size_t i = 0; i < n; ++i)
        common[a * units + b] += teacher.sign(a * n + i) * weights.sign(b * n + i);
    }
  }
  const auto total = [&](const std::vector<std::size_t>& match) {
    std::int64_t sum = 0;
    for (std::size_t a = 0; a < units; ++a) sum += common[a * units + match[a]];
    return sum;
  };
  std::vector<std::size_t> match(units);
  std::iota(match.begin(), match.end(), std::size_t{0});
  std::int64_t best = total(match);
  if (!instance.form.tree) {
    // Swaps pairs of units until no swap helps, starting from every rotation: exact if the matching is nearly
    // a permutation, and never above the true maximum.
    for (std::size_t shift = 0; shift < units; ++shift) {
      std::iota(match.begin(), match.end(), std::size_t{0});
      std::rotate(match.begin(), match.begin() + static_cast<std::ptrdiff_t>(shift), match.end());
      for (bool better = true; better;) {
        better = false;
        for (std::size_t a = 0; a < units; ++a) {
          for (std::size_t b = 0; b < a; ++b) {
            const std::int64_t before = total(match);
            std::swap(match[a], match[b]);
            if (total(match) > before) {
              better = true;
            } else {
              std::swap(match[a], match[b]);
            }
          }
        }
      }
      best = std::max(best, total(match));
    }
  }
  return static_cast<double>(best) / static_cast<double>(units * n);
}

}  // namespace bitbasin
