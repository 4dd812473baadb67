// SPDX-License-Identifier: Apache-2.0
// The perceptron with binary weights: find W in {+1, -1}^N with x . W > 0 for every pattern x.
//
//   PerceptronInstance         patterns, times their labels
//   random_instance            random patterns and labels; teacher_instance: labels of a hidden teacher
//   with_constraint            the same patterns with a margin, or with sums in a tube
//   instance_from_patterns     patterns of your own; read_instance, write_instance: files
//   solve(instance, "rbp")     rbp, auto, fbp, rms, sbpi, cpr, edmc or sa, with options
//   count_violations           the slow checker; overlap: with a teacher
//   measure_entropy            how many solutions lie at which distance from given weights
//   measure_focusing           the same for replicas around a reference that they choose themselves
//   walk_solutions             a random walk from solution to solution
//   learn_stream               a teacher learned from patterns that are seen once
//   measure_damage             errors after a fraction of the weights was flipped
#pragma once

#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/damage.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/entropy.h"
#include "bitbasin/perceptron/messages/focusing_entropy.h"
#include "bitbasin/perceptron/online/learn_stream.h"
#include "bitbasin/perceptron/pattern_file.h"
#include "bitbasin/perceptron/search/solution_walk.h"
#include "bitbasin/solve.h"
