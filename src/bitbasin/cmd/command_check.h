// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin check: verifies a solution file with the slow checker.
void add_check(Command& root);

}  // namespace bitbasin
