// SPDX-License-Identifier: Apache-2.0
// bitbasin: learning and optimisation with binary synapses.
//
//   #include <bitbasin/bitbasin.h>
//
//   const auto instance = bitbasin::random_instance(1001, 700, /*seed=*/1);
//   const auto result = bitbasin::solve(instance, "rbp");
//   result.solved();                // according to the slow checker, not the solver
//   result.found.configuration;     // the weights, one bit each
//
// What these headers declare in namespace bitbasin is public. Namespaces *_detail and the folders that the
// headers include are not: they may change with every version. Mistakes of a caller throw bitbasin::Error
// with one sentence. Nothing here prints, aborts or keeps hidden state, and the same seed gives the same
// result on every machine, for every number of threads.
//
// bitbasin/sweep.h also needs the library bitbasin::sweep and is not included here.
#pragma once

#include "bitbasin/committee.h"     // the majority of several binary perceptrons
#include "bitbasin/factor_graph.h"  // problems of your own, by tables
#include "bitbasin/ksat.h"          // CNF formulas
#include "bitbasin/network.h"       // committees of binary perceptrons that classify images
#include "bitbasin/perceptron.h"    // the binary perceptron
#include "bitbasin/search.h"        // problems of your own, by concepts
#include "bitbasin/solve.h"         // solvers, run control, algorithms of your own
#include "bitbasin/theory.h"        // what the theory of large deviations says
