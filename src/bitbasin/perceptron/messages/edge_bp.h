// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/models/any_model.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/exact_pattern.h"

namespace bitbasin {

// How the messages of a pattern are computed, from the fastest to the most accurate.
enum class Accuracy {
  amp,       // one message per pattern and one per synapse (amp.h)
  gaussian,  // one per pattern and synapse; the sum of a pattern over the other synapses is a Gaussian
  exact,     // one per pattern and synapse, by the distribution of that sum (exact_pattern.h)
};

// Belief propagation with one message per pattern and synapse, which amp.h approximates to order 1/N. It
// takes 8 N P bytes, and O(N P) operations a sweep where sums are Gaussian or O(N^2 P) where they are exact:
// for small instances, and as the reference of the tests.
//
// The message of pattern k to synapse i, in atanh units, with Z of the sum over the other synapses:
//
//   u_ki = 1/2 log [ Z(W_i = +1) / Z(W_i = -1) ]
class EdgeBp {
 public:
  // The instance must outlive this object.
  EdgeBp(const PerceptronInstance& instance, Accuracy accuracy);

  // Forgets all messages.
  void start(std::span<const double> external);

  // Updates the patterns one after the other; returns the largest change of a field.
  double sweep();

  // The external field on each synapse, part of theta.
  void set_external(std::span<const double> field);

  std::span<const double> theta() const { return theta_; }
  std::vector<double> magnetisations() const;

 private:
  // Finds the messages of pattern k to all synapses from the fields without them.
  void respond(std::size_t k);
  void respond_gaussian(std::size_t k);
  void respond_exact(std::size_t k);

  const BitMatrix& x_;
  AnyModel channel_;
  SumRange sums_;
  Accuracy accuracy_;
  std::vector<double> u_;  // row k: the messages of pattern k
  std::vector<double> external_;
  std::vector<double> theta_;
  std::vector<double> cavity_, m_, fresh_;  // of one pattern: fields without it, their tanh, its messages
  std::vector<double> plus_, ratio_;
  ExactPattern exact_;
};

}  // namespace bitbasin
