// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/committee/instance.h"
#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/perceptron/messages/focusing_entropy.h"
#include "bitbasin/search/walk.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The local entropy around weights of a committee. Exact at large n for trees, and by joint messages
// (joint_amp.h) for three units with common inputs. If more units see the same inputs, the messages of a
// weight ignore those of other units at the same input; at K = 3 that would be an error of 0.01 to 0.04 nats
// per weight at alpha = 0.3 to 0.5.
MeasuredEntropy measure_entropy(const CommitteeInstance& instance, const BitVector& weights,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control);

// What focusing belief propagation says about replicas of a committee
// (perceptron/messages/focusing_entropy.h).
std::vector<MeasuredFocusing> measure_focusing(const CommitteeInstance& instance,
                                               std::span<const FocusingPoint> points,
                                               const EntropyOptions& options, const SolveSetup& setup,
                                               RunControl& control);

// Walks over the solutions of a committee from one of them, and reports each point (search/walk.h). Returns
// the number of errors that the slow checker finds at the end: 0 unless there is a bug.
std::size_t walk_solutions(const CommitteeInstance& instance, const BitVector& solution,
                           const WalkOptions& options, const SolveSetup& setup, RunControl& control,
                           const OnWalkPoint& on_point);

}  // namespace bitbasin
