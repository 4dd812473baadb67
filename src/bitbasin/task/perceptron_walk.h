// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/solver.h"
#include "bitbasin/search/walk.h"

namespace bitbasin {

// How long a walk over solutions is, and how often it is looked at.
struct WalkFlags {
  double sweeps = 100;
  std::uint64_t points = 20;
};
const OptionTable<WalkFlags>& walk_flag_table();

// A point of a walk; the error is that of generalisation, where there is a teacher.
using OnWalkPoint = std::function<void(const WalkPoint&, std::optional<double> test_error)>;

// Walks over the solutions of a perceptron from one of them, and tells of each point. Returns the errors of
// the slow checker where the walk has ended, 0 unless something is broken.
std::size_t walk_perceptron(const PerceptronInstance& instance, const BitVector& solution,
                            const WalkFlags& flags, const SolveSetup& setup, RunControl& control,
                            const OnWalkPoint& on_point);

}  // namespace bitbasin
