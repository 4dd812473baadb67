// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin solve perceptron|ksat
void add_solve(Command& root);

}  // namespace bitbasin
