// SPDX-License-Identifier: Apache-2.0
// Searches over anything that offers a concept, for problems of your own that FactorGraph cannot express.
//
//   anneal(problem, schedule, seed, control)             any AnnealingProblem: energy, energy_change, flip
//   walk(problem, times, stream, control, observe)       any WalkProblem: which flips keep a solution
//   run_edmc(estimator, options, seed, control)          any Estimator: messages, fields, free entropy
//   local_entropy(estimator, w, distances, ...)          the same
//   Stream                                               random numbers by seed, purpose and index
#pragma once

#include "bitbasin/entropy/local_entropy.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/search/anneal.h"
#include "bitbasin/search/edmc_run.h"
#include "bitbasin/search/walk.h"
#include "bitbasin/solve.h"
