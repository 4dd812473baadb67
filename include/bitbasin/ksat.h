// SPDX-License-Identifier: Apache-2.0
// CNF formulas.
//
//   Formula                    clauses; random_ksat: random ones; read_dimacs, write_dimacs: files
//   solve(formula, "auto")     auto, edmc, rbp, bsp, probsat, fms, sa or cadical, with options
//   count_violations           the slow checker
//   measure_entropy            how many solutions lie at which distance from an assignment
//   measure_surveys            how many clusters of solutions there are, by survey propagation
//   frozen_variables           which variables are frozen at a solution, by whitening
//   read_solution              the output of other solvers
#pragma once

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/messages/complexity.h"
#include "bitbasin/sat/messages/entropy.h"
#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/solution.h"
#include "bitbasin/sat/whitening.h"
#include "bitbasin/solve.h"
