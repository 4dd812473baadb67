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

enum class SbpiSchedule { constant, ramp };

// Stochastic BP-inspired learning (Baldassi, Braunstein, Brunel, Zecchina 2007). Each synapse has an odd
// hidden state h_i, |h_i| <= h_max, and W_i = sign h_i. With Delta = x . W a presentation does
//
//   Delta <= 0            h_i += 2 x_i for every i
//   0 < Delta <= theta    with probability p_s: h_i += 2 x_i where W_i = x_i (W does not change)
//   Delta > theta         nothing
//
// constant is the paper's form: p_s stays as it is. Its window is narrow, twice too much freezes with a few
// errors, half of it never settles. ramp, ours, lets p_s grow from 0 over the epochs of a run and passes
// through the window slowly: the default.
struct SbpiOptions {
  SbpiSchedule schedule = SbpiSchedule::ramp;
  std::optional<std::int64_t> theta;
  std::optional<double> probability;
  std::optional<std::int64_t> h_max;
  std::int64_t epochs = 3000;
  std::int64_t restarts = 10;
  double longer = 1.1;
};

const OptionTable<SbpiOptions>& sbpi_options();

// The options with every "auto" replaced.
//   theta        ramp 1, constant 3
//   probability  ramp 1, reached at the end of a run; constant 0.11 + 0.05 log10(N / 1001). At N = 10001,
//                alpha = 0.70, 0.12 never settles (0 of 4), 0.16 solves 4 of 4, 0.19 freezes (0 of 4)
//   h_max        about 4 sqrt(N): less freezes too early (N = 10001, alpha = 0.70: 0 of 5 with 127, 5 of 5
//                with 401)
SbpiOptions resolve(SbpiOptions options, std::size_t n);

// One unit of work is one presentation. Each restart begins at random and has `longer` times the epochs of
// the run before.
SolveResult solve(const PerceptronInstance& instance, const SbpiOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
