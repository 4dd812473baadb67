// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/rng/philox.h"

namespace bitbasin {

// A Poisson deviate of any mean >= 0, by inversion: one word and one exponential per 16 units of the mean,
// and a multiplication per event. Takes at least one word of the stream unless the mean is 0.
std::uint64_t poisson(Stream& stream, double mean);

}  // namespace bitbasin
