// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// The probability that student and teacher, at overlap R, disagree on a new random pattern: arccos(R) / pi.
double generalization_error(double overlap);

}  // namespace bitbasin
