// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// The commands below theory: single numbers instead of curves.
void add_theory_equilibrium(Command& theory);
void add_theory_transitions(Command& theory);

}  // namespace bitbasin
