// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitbasin/base/label_source.h"
#include "bitbasin/theory/energetic.h"
#include "bitbasin/theory/order_parameters.h"

namespace bitbasin {

inline constexpr std::size_t kUnknowns = kRho + 1;
// All unknowns and control parameters by their index (enum Unknown); the teacher's are 0 without a teacher.
using SaddleState = std::array<double, kUnknowns>;

// A number with its derivatives by everything in a SaddleState.
struct Sloped {
  double value = 0;
  std::array<double, kUnknowns> slope{};
};

// The equations in their regular form: order parameters -> conjugates (energetic) -> order parameters
// (entropic). The 9 (13) derivatives of the action vanish where these 5 (7) residuals do.
struct SaddleEvaluation {
  // ln of new over old 1 - q~, S - S~, q1 - q0 and 1 - q1; new - old S, R and R~.
  std::array<Sloped, 7> residual;
  Sloped action;            // phi; equals the action only where the residuals vanish
  Sloped internal_entropy;  // S_I = dphi/dy
  Sloped external_entropy;  // S_E = phi - y S_I
  Sloped q1;
  OrderParameters<double> order;
  Conjugates<double> conjugate;
  double action_by_s = 0;  // dphi/dS
  std::size_t nodes = 0;   // inner nodes visited, the unit of work
};

// How many equations, and the unknowns that they determine at given alpha, S and y.
std::size_t equation_count(LabelSource task);

bool feasible(const SaddleState& x, LabelSource task);

// x must be feasible.
SaddleEvaluation evaluate_saddle(const SaddleState& x, LabelSource task, const TheoryQuadrature& quadrature);

}  // namespace bitbasin
