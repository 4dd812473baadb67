// SPDX-License-Identifier: Apache-2.0
// Solving, for every problem: solve(problem, "algorithm:option=value", setup, control).
//
//   VerifiedResult   what a solver found, and what the slow checker says about it
//   SolveSetup       seed and threads; also on_iteration, which is told of every iteration of message
//   passing,
//                    and fields to start from, such as those of an earlier SolveResult
//   RunControl       budget, time limit, cancellation and progress of anything that may take long:
//
//     std::atomic<bool> cancelled = false;   // may be set from anywhere, even a signal handler
//     bitbasin::RunControl control({.seconds = 10,
//                                   .cancelled = &cancelled,
//                                   .on_progress = [](const bitbasin::Progress& p) { ... }});
//     auto result = bitbasin::solve(instance, "rbp:restarts=3", {.seed = 7}, control);
//     control.stop_reason();                 // none, budget, time_limit or cancelled
//
//   algorithms<Problem>()        the algorithms, with options and their meaning
//   add_algorithm(algorithm)     one of your own, made by make_algorithm: solve() knows it from then on, and
//                                so do sweeps
//   BitVector, BitMatrix         +1 and -1 as bits
//   Error                        one sentence that says what was expected and what was given
#pragma once

#include "bitbasin/base/error.h"
#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/base/version.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/solve/algorithm.h"
#include "bitbasin/solve/verified.h"
