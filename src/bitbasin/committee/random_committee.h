// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/options.h"
#include "bitbasin/committee/instance.h"

namespace bitbasin {

// The form of a committee, as users name it.
struct CommitteeFormOptions {
  std::int64_t units = 3;
  bool tree = false;

  // Fails if the number of units is even.
  CommitteeForm chosen() const;
};
const OptionTable<CommitteeFormOptions>& committee_form_options();

// What defines a random instance, apart from its seed.
struct RandomCommittee {
  CommitteeFormOptions form;
  std::int64_t n = 335;
  std::optional<double> alpha;
  std::optional<std::int64_t> patterns;
  LabelSource task = LabelSource::classify;
};
const OptionTable<RandomCommittee>& random_committee_options();

// The number of patterns, alpha K n. Fails if the values contradict each other.
std::size_t constraints_of(const RandomCommittee& random);

CommitteeInstance generate(const RandomCommittee& random, std::uint64_t seed, int threads);

}  // namespace bitbasin
