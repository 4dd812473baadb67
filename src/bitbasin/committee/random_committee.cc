// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/random_committee.h"

#include <limits>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/solve/constraint_count.h"

namespace bitbasin {

const OptionTable<CommitteeFormOptions>& committee_form_options() {
  constexpr auto kMost = static_cast<std::int64_t>(kMostVotingUnits);
  static const OptionTable<CommitteeFormOptions> table{
      option("units", &CommitteeFormOptions::units, {1, kMost}, "perceptrons that vote, an odd number", "K"),
      option("tree", &CommitteeFormOptions::tree, "each unit has its own inputs"),
  };
  return table;
}

CommitteeForm CommitteeFormOptions::chosen() const {
  if (units % 2 == 0) fail("expected an odd number of units, so that no vote is tied, got {}", units);
  return {static_cast<std::size_t>(units), tree};
}

const OptionTable<RandomCommittee>& random_committee_options() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr auto kMost = static_cast<std::int64_t>(kMostSynapses / kMostVotingUnits);
  static const OptionTable<RandomCommittee> table([] {
    std::vector<Option<RandomCommittee>> all;
    append_options(all, committee_form_options(), &RandomCommittee::form);
    all.push_back(option("n", &RandomCommittee::n, {1, kMost}, "inputs of a unit, an odd number", "n"));
    all.push_back(option("alpha", &RandomCommittee::alpha, {0, kInfinity, true, true}, "patterns per weight",
                         "alpha = P / (K n)"));
    all.push_back(
        option("patterns", &RandomCommittee::patterns, {1}, "number of patterns, instead of alpha", "P"));
    all.push_back(label_source_option(&RandomCommittee::task));
    return all;
  }());
  return table;
}

std::size_t constraints_of(const RandomCommittee& random) {
  const CommitteeForm form = random.form.chosen();
  if (random.n % 2 == 0) {
    fail("expected an odd number of inputs for each unit, so that none is undecided, got {}", random.n);
  }
  const std::size_t weights = form.units * static_cast<std::size_t>(random.n);
  const std::size_t patterns =
      constraint_count(weights, random.alpha, "patterns per weight", random.patterns, "patterns");
  if (patterns == 0) {
    fail("alpha is too small for a single pattern: {} * {} rounds to 0", *random.alpha, weights);
  }
  return patterns;
}

CommitteeInstance generate(const RandomCommittee& random, std::uint64_t seed, int threads) {
  const std::size_t patterns = constraints_of(random);
  const auto make = random.task == LabelSource::teacher ? teacher_committee : random_committee;
  return make(random.form.chosen(), static_cast<std::size_t>(random.n), patterns, seed, threads);
}

}  // namespace bitbasin
