// SPDX-License-Identifier: Apache-2.0
// The theory of large deviations for the binary perceptron, in the limit of many synapses.
//
//   theory_curve               internal entropy against distance, around the densest or typical solutions
//   equilibrium, zero_entropy  typical solutions: entropy, overlap, capacity
//   tree_means                 a committee with disjoint inputs, for equilibrium_of and zero_entropy_of
//   one_step_saddles           one step of replica-symmetry breaking, without a distance
//   overlap_edges              where the y* curve ceases to be physical
//   overlap_transition, entropy_transition, divergence_point
#pragma once

#include "bitbasin/solve.h"
#include "bitbasin/theory/curve.h"
#include "bitbasin/theory/edges.h"
#include "bitbasin/theory/equilibrium.h"
#include "bitbasin/theory/one_step.h"
#include "bitbasin/theory/transitions.h"
#include "bitbasin/theory/tree_equilibrium.h"
