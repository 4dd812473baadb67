// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// Belief propagation with one message per pattern and synapse: what amp.h approximates. It takes 8 N P bytes
// and is a hundred times slower; it serves as the reference in tests.
//
// The message of pattern k to synapse i (in atanh units) sees the others through a Gaussian of mean w_ki and
// variance v_ki (exact to order 1/N):
//
//   u_ki = 1/2 log [ Phi((w_ki + x_ki) / sqrt v_ki) / Phi((w_ki - x_ki) / sqrt v_ki) ]
class EdgeBp {
 public:
  explicit EdgeBp(const PerceptronInstance& instance);

  // Updates the patterns one after the other; returns the largest change of a field.
  double sweep();

  // The external field on each synapse, part of theta.
  void set_external(std::span<const double> field);

  std::span<const double> theta() const { return theta_; }
  std::vector<double> magnetisations() const;

 private:
  const PerceptronInstance& instance_;
  std::vector<double> u_;  // row k: the messages of pattern k
  std::vector<double> external_;
  std::vector<double> theta_;
};

}  // namespace bitbasin
