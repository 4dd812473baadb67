// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// CaDiCaL (Biere, Fazekas, Fleury and Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling
// entering the SAT competition 2020"): conflict-driven clause learning. It ends with a solution or with a
// proof that there is none, unless it is stopped.
struct CadicalOptions {
  enum class Preset { both, sat, unsat };
  Preset preset = Preset::both;
  std::optional<std::int64_t> conflicts;
};

const OptionTable<CadicalOptions>& cadical_options();

// Whether this build has CaDiCaL.
bool has_cadical();

// Fails if it has not.
void check(const CadicalOptions&);

// Told of the conflicts so far, again and again; true ends the search. It may take its time.
using OnConflicts = std::function<bool(std::uint64_t conflicts)>;

// On any formula. An iteration is a conflict; a unit of work is a conflict, or one of CaDiCaL's other steps,
// such as a decision. A search that is stopped leaves no assignment: all variables are then false. Proofs are
// DRAT, in its text form.
SolveResult solve(const Formula& formula, const CadicalOptions& options, const SolveSetup& setup,
                  RunControl& control, const OnConflicts& on_conflicts = {});

}  // namespace bitbasin
