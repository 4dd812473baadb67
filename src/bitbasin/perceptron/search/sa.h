// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/search/anneal_options.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

enum class SaEnergy { errors, depth };

// Simulated annealing (search/anneal.h), the comparison that the paper makes. With energy=errors, the number
// of wrong patterns, it gets stuck even at alpha = 0.3. With energy=depth each wrong pattern counts by the
// flips it is away from being right: that solves alpha = 0.3 and fails from alpha = 0.5 on.
struct SaOptions {
  SaEnergy energy = SaEnergy::depth;
  AnnealOptions anneal;
};

const OptionTable<SaOptions>& sa_options();

// The schedule with every "auto" replaced: T from 1 to 0.25 for the depth, from 0.4 to 0.1 for the errors.
AnnealSchedule resolve(const SaOptions& options);

// One unit of work is one proposal, an iteration is a sweep of N.
SolveResult solve(const PerceptronInstance& instance, const SaOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
