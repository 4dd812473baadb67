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

  // Fails where the number of units is even.
  CommitteeForm chosen() const;
};
const OptionTable<CommitteeFormOptions>& committee_form_options();

// How a random instance is named, beside its seed.
struct RandomCommittee {
  CommitteeFormOptions form;
  std::int64_t n = 335;
  std::optional<double> alpha;
  std::optional<std::int64_t> patterns;
  LabelSource task = LabelSource::classify;
};
const OptionTable<RandomCommittee>& random_committee_options();

// How many patterns there are: alpha K n. Fails where the parts of the name do not go together.
std::size_t constraints_of(const RandomCommittee& random);

// The instance of that name.
CommitteeInstance generate(const RandomCommittee& random, std::uint64_t seed, int threads);

}  // namespace bitbasin
