// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/messages/amp.h"
#include "bitbasin/perceptron/messages/run_watch.h"

namespace bitbasin {

// What reinforced belief propagation asks of the messages (amp.h). Wherever the vectors are kept, all numbers
// must be the same, bit by bit.
template <class T>
concept ReinforcedIteration = requires(T engine, std::span<const double> theta, double number) {
  { engine.n() } -> std::convertible_to<std::size_t>;       // weights of all units
  { engine.inputs() } -> std::convertible_to<std::size_t>;  // weights of one
  { engine.patterns() } -> std::convertible_to<std::size_t>;
  engine.start(theta);                  // from given fields, with no memory of earlier iterations
  engine.step(number, number, number);  // margin, fresh, memory: theta_i = fresh u_i + memory theta_i
  { engine.violates_none() } -> std::convertible_to<bool>;  // whether the signs of theta make no error
  { engine.count_errors() } -> std::convertible_to<std::size_t>;
  { engine.signs() } -> std::convertible_to<const BitVector&>;
  { engine.fields() } -> std::convertible_to<std::span<const double>>;  // theta
  { engine.m() } -> std::convertible_to<std::span<const double>>;       // tanh theta
};

// With the vectors in this machine's memory.
template <PatternOperator Patterns, class Channel, class Messages = Amp<Patterns, Channel>>
class HostIteration {
 public:
  HostIteration(Patterns& patterns, const Channel& channel, int threads)
      : patterns_(patterns), amp_(patterns, channel, threads), w_(patterns.n()) {}

  std::size_t n() const { return patterns_.n(); }
  std::size_t inputs() const { return patterns_.n() / patterns_.units(); }
  std::size_t patterns() const { return patterns_.patterns(); }

  void start(std::span<const double> theta) { amp_.start(theta); }

  void step(double margin, double fresh, double memory) {
    const std::span<const double> theta = amp_.theta();
    amp_.iterate(margin, [=](std::size_t i, double u) { return fresh * u + memory * theta[i]; });
    take_signs(theta, w_);
  }

  bool violates_none() { return patterns_.violates_none(w_); }
  std::size_t count_errors() const { return patterns_.count_errors(w_); }
  const BitVector& signs() const { return w_; }
  std::span<const double> fields() const { return amp_.theta(); }
  std::span<const double> m() const { return amp_.m(); }

 private:
  Patterns& patterns_;
  Messages amp_;
  BitVector w_;
};

}  // namespace bitbasin
