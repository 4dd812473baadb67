// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Every bit of `words` is 1 with probability p, independently. p in [0, 1] is cut to 64 binary digits: exact
// from 2^-11 up, never wrong by 2^-64 or more. Takes about 7.3 words of the stream per word for a general p,
// 1 for p = 1/2. For p below about 1/100 GeometricSkips is cheaper.
void fill_bernoulli(Stream& stream, double p, std::span<std::uint64_t> words);

}  // namespace bitbasin
