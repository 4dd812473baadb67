// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "bitbasin/committee/committee_products.h"
#include "bitbasin/committee/joint_amp.h"
#include "bitbasin/committee/unit_votes.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/perceptron/messages/tilted_amp.h"

namespace bitbasin {

// Belief propagation over the solutions of a committee, tilted towards a reference.
using TiltedCommittee = TiltedAmp<CommitteeProducts, MajorityModel, UnitVotes>;
// The same with joint messages, where JointAmp::knows the form.
using JointTiltedCommittee = TiltedAmp<CommitteeProducts, MajorityModel, UnitVotes, JointAmp>;

// For units that see the same inputs: without damping their messages diverge, because nothing cancels the
// feedback between them.
inline constexpr double kCommonInputsDamping = 0.5;

template <class Tilted = TiltedCommittee>
Tilted tilted_committee(const CommitteeInstance& instance, CommitteeProducts& patterns,
                        TiltedAmpOptions options) {
  if (!instance.form.tree) options.damping = std::max(options.damping, kCommonInputsDamping);
  return Tilted(patterns, MajorityModel(instance.units()), UnitVotes(instance, BitVector(instance.weights())),
                options);
}

}  // namespace bitbasin
