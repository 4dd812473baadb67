// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/solver.h"

namespace bitbasin {

enum class CprSchedule { constant, ramp };
enum class CprDrive { errors, presentations };

// Clipped perceptron with reinforcement (Baldassi 2009): hidden states h_i, |h_i| <= h_max, W_i = sign h_i;
// a pattern that errs does h_i += 2 x_i.
//
// drive=presentations is the paper's form: after every presentation each synapse is reinforced, h_i += 2 W_i,
// with probability p = c sqrt(2 / (pi N)). In the classification task it freezes with a few errors.
// drive=errors, ours, reinforces only where a pattern is learnt, all synapses at once, h_i += 2 (x_i + c /
// sqrt(N) W_i), so that reinforcement fades as errors do. schedule=ramp lets c grow as progress^(3/2) over a
// run.
struct CprOptions {
  CprSchedule schedule = CprSchedule::ramp;
  CprDrive drive = CprDrive::errors;
  std::optional<double> reinforcement;
  std::int64_t margin = 2;
  std::optional<std::int64_t> h_max;
  std::optional<std::int64_t> epochs;
  std::int64_t restarts = 10;
  double longer = 1.1;
};

const OptionTable<CprOptions>& cpr_options();

// The options with every "auto" replaced.
//   reinforcement  30 by errors; 0.1 by presentations, the useful part of the paper's bound
//   h_max          about 2 sqrt(N)
//   epochs         3000 up to alpha = 0.70, then rising to 10000 at 0.75: at N = 10001, alpha = 0.75 that
//                  solves 4 of 4 (seeds 8001 to 8004); 3000 beyond 0.9, where only a teacher can be learnt
CprOptions resolve(CprOptions options, std::size_t n, double alpha);

// One unit of work is one presentation. Each restart begins at random and has `longer` times the epochs of
// the run before.
SolveResult solve(const PerceptronInstance& instance, const CprOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
