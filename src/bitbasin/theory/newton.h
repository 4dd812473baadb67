// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/theory/saddle.h"

namespace bitbasin {

// Newton's method works in coordinates u that equal the unknowns but for ln y and ln d: these two range over
// decades.
SaddleState to_coordinates(const SaddleState& x);
SaddleState from_coordinates(const SaddleState& u);
double stretch(const SaddleState& x, std::size_t i);  // dx_i/du_i

// An equation beyond those of the saddle point, as a number that should vanish.
using ExtraEquation = std::function<Sloped(const SaddleState&, const SaddleEvaluation&)>;
ExtraEquation zero_external_entropy();

// What to solve for: the saddle point determines its own unknowns; each extra equation frees one more.
struct NewtonProblem {
  LabelSource task = LabelSource::classify;
  TheoryQuadrature quadrature;
  std::vector<Unknown> freed;        // beyond those of the saddle point
  std::vector<ExtraEquation> extra;  // as many
};

struct NewtonOptions {
  double tolerance = 1e-10;  // of the largest residual
  int most_steps = 12;
};

struct NewtonResult {
  bool converged = false;
  SaddleState x{};
  SaddleEvaluation at;
  double residual = 0;    // the largest, of all equations
  double first_step = 0;  // the length of the first correction: the error of the predictor
  int evaluations = 0;
};

// Damped: a step never moves an unknown further than the linearisation can be trusted, and is halved while it
// increases the residual. Returns without convergence if the control stops it.
NewtonResult solve_newton(const NewtonProblem& problem, const SaddleState& start, RunControl& control,
                          const NewtonOptions& options = {});

// For d -> 0 both v / (1 - q~) and w vanish faster than any power of d, and the equations for S - S~ and
// 1 - q1 come to hold by themselves. Where they can no longer determine v and w in double precision, these
// unknowns are held: replaces the rows and names them.
std::vector<std::size_t> hold_undetermined(const SaddleState& x, std::vector<Sloped>& rows);

// du/dp along the solutions when the coordinate p changes, at a solution. The component of p is 1.
SaddleState tangent(const NewtonProblem& problem, const NewtonResult& at, Unknown p);

}  // namespace bitbasin
