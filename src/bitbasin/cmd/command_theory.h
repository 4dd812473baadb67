// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// theory, theory equilibrium, theory transitions.
void add_theory(Command& root);

}  // namespace bitbasin
