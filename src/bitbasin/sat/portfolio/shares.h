// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// How the time on a formula is divided among the algorithms, in any unit; 0: it does not take part.
struct Shares {
  double probsat = 0;
  double edmc = 0;
  double bsp = 0;
  double cadical = 0;
  bool cadical_first = false;  // whether it has the first turn: it may decide the formula at once
  double conflicts = 1000;     // of CaDiCaL in its first turn
};

// By what was measured (doc/measurements/ksat.md). For a formula that looks random, by its clause length, its
// load (relative_density.h) and N:
//   - probSAT leads up to the load from which message passing is faster, and at small N: it takes 12 N flips
//     at 3-SAT 3.8 and 60 N at 4.0
//   - CaDiCaL leads where it decides formulas at the threshold in about a minute, and beyond the threshold
//   - backtracking survey propagation leads close to the threshold, at large N
//   - elsewhere entropy-driven Monte Carlo leads
// CaDiCaL leads on all other formulas.
Shares choose_shares(bool random, std::size_t longest, double load, std::uint32_t variables);

}  // namespace bitbasin
