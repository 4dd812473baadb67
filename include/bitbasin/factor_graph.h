// SPDX-License-Identifier: Apache-2.0
// Problems of your own whose constraints involve a few variables each: say what each constraint allows, then
// solve, check and measure as for perceptrons.
//
//   FactorGraph                variables and constraints, by add(scope, allows)
//   solve(graph, "edmc")       edmc or sa, with options
//   count_violations           the slow checker
//   measure_entropy            how many solutions lie at which distance from a configuration
#pragma once

#include "bitbasin/factors/algorithms.h"
#include "bitbasin/factors/factor_graph.h"
#include "bitbasin/solve.h"
