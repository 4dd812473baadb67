// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/newton.h"

namespace bitbasin {

// A one-parameter family of solutions, followed by its arc length in the coordinates of newton.h, so that
// folds in any parameter are passed like other points (Keller 1977). The predictor is the cubic through the
// last two points with their exact tangents, the corrector Newton's method in the plane across the tangent.
class Branch {
 public:
  // `family` frees one more unknown than it has extra equations. The direction is the one in which the
  // coordinate of `rising` grows (sign 1) or falls (sign -1).
  Branch(NewtonProblem family, NewtonResult start, Unknown rising, int sign, double first_step = 0.1,
         double longest_step = 1.5);

  // Moves to the next point; the length adapts to the error of the predictor. Returns false if no point was
  // found nearby, or if the control stops it.
  bool advance(RunControl& control);

  const NewtonResult& point() const { return at_; }
  const NewtonResult& before() const { return before_; }
  const SaddleState& direction() const { return direction_; }  // du/ds
  // How fast a quantity changes with the arc length at point().
  double rate(const Sloped& quantity) const;
  double last_length() const { return last_length_; }  // from before() to point()
  bool advanced() const { return points_ > 1; }
  int evaluations() const { return evaluations_; }

  // The point between before() and point() where an unknown reaches a given value.
  NewtonResult solve_between(Unknown p, double value, RunControl& control);
  // The point near a fraction of the way where one more equation holds.
  NewtonResult solve_between(const ExtraEquation& equation, double fraction, RunControl& control);

 private:
  SaddleState null_vector(const NewtonResult& at, const SaddleState& along) const;
  SaddleState hermite(double fraction) const;  // 0: before(), 1: point()
  NewtonResult solve_with(const ExtraEquation& equation, const SaddleState& guess, RunControl& control);

  NewtonProblem family_;
  NewtonResult before_, at_;
  SaddleState direction_before_{}, direction_{};
  double last_length_ = 0;
  double length_, longest_;
  int points_ = 1;
  int evaluations_ = 0;
};

}  // namespace bitbasin
