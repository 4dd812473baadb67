// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// The exponential with the same bits on every machine (see portable_log). Error below 1 ulp where the result
// is a normal number; below that it is rounded to the subnormals, then 0. Like std::exp at the edges.
double portable_exp(double x);

}  // namespace bitbasin
