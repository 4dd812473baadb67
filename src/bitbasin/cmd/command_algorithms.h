// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin algorithms
void add_algorithms(Command& root);

}  // namespace bitbasin
