// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Two independent standard normal deviates.
struct NormalPair {
  double first;
  double second;
};

// Marsaglia's polar method (SIAM Review 1964), with portable_log and IEEE's sqrt: the same bits on every
// machine.
NormalPair normal_pair(Stream& stream);

// One deviate; the other of the pair is dropped, so that nothing but the stream carries state.
double normal(Stream& stream);

// Deviates for a whole span, both of each pair used.
void fill_normal(Stream& stream, std::span<double> values);

}  // namespace bitbasin
