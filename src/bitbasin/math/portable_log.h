// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// The natural logarithm with the same bits on every machine: only IEEE +, -, *, / and integer operations,
// each rounded once. Error below 1 ulp. Like std::log: -inf at 0, NaN below 0, +inf at +inf.
double portable_log(double x);

// log(1 + x), accurate for small x; error below 1.5 ulp. Like std::log1p at the edges.
double portable_log1p(double x);

}  // namespace bitbasin
