// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/search/index_set.h"

namespace bitbasin {

// The outcome of a re-convergence.
struct Convergence {
  bool converged = false;
  std::uint64_t updates = 0;  // messages computed
};

// A measure over the solutions W of a problem, tilted towards a reference configuration W~,
//
//   P(W) ~ [W violates nothing] exp(gamma sum_i W_i W~_i),
//
// described by a message-passing fixed point. h_i is the field of all constraints on variable i, without the
// external gamma W~_i: the magnetisation of i is tanh(h_i + gamma W~_i), and flipping W~_i changes the free
// entropy F = log sum_W P(W) by exactly log cosh(h_i W~_i - gamma) - log cosh(h_i W~_i + gamma): one fixed
// point gives the change for all N single flips. Flips raise F where h_i W~_i < 0, at the "mismatches".
//
// reconverge() does what the changes since the last call require: little after one flip if messages are local
// (K-SAT), a few rounds over everything if they are not (a perceptron). It spends work for the messages it
// computes, and if the control stops it, it ends early as not converged.
template <class E>
concept Estimator = requires(E e, const E c, std::size_t i, double gamma, const BitVector& w, Stream& stream,
                             RunControl& control, const typename E::State& state) {
  { c.variables() } -> std::convertible_to<std::size_t>;
  e.start(w, gamma, stream);  // fresh messages, random where that helps, and another W~
  { c.reference() } -> std::convertible_to<const BitVector&>;
  { c.energy() } -> std::convertible_to<std::size_t>;  // constraints that W~ violates, kept up to date
  { c.gamma() } -> std::convertible_to<double>;
  e.set_gamma(gamma);                                          // external fields change, messages stay
  e.flip(i);                                                   // W~_i and its external field
  { c.field(i) } -> std::convertible_to<double>;               // h_i
  { c.mismatches() } -> std::convertible_to<const IndexSet&>;  // {i: h_i W~_i < 0}, kept up to date
  { e.iterate(control) } -> std::same_as<Convergence>;         // one round over all messages
  { e.reconverge(control) } -> std::same_as<Convergence>;      // from the present messages
  { e.free_entropy() } -> std::convertible_to<double>;         // F by the messages as they are
  { c.save() } -> std::same_as<typename E::State>;             // messages, W~ and gamma
  e.restore(state);
};

// The gain in free entropy by flipping W~_i, for x = h_i W~_i; positive exactly when x < 0.
double flip_gain(double x, double gamma);

}  // namespace bitbasin
