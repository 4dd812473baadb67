// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin solve ksat
void add_solve_ksat(Command& group);

}  // namespace bitbasin
