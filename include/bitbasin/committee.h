// SPDX-License-Identifier: Apache-2.0
// The majority of several binary perceptrons, over the same inputs or in a tree.
//
//   CommitteeInstance          patterns, times their labels, and the form of the committee
//   random_committee           random patterns and labels; teacher_committee: labels of a hidden committee
//   committee_from_patterns    patterns of your own
//   solve(instance, "rbp")     rbp, fbp, cpr, sbpi, edmc or sa, with options
//   count_violations           the slow checker; overlap: with a teacher, up to a permutation of units
//   measure_entropy            how many solutions lie at which distance from given weights
//   measure_focusing           the same for replicas around a reference that they choose themselves
//   generalization_error       how often weights and a teacher disagree on new patterns
//   walk_solutions             a random walk from solution to solution
#pragma once

#include "bitbasin/committee/generalization.h"
#include "bitbasin/committee/instance.h"
#include "bitbasin/committee/measures.h"
#include "bitbasin/committee/solvers.h"
#include "bitbasin/solve.h"
