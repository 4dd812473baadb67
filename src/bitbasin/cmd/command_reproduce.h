// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin reproduce
void add_reproduce(Command& root);

}  // namespace bitbasin
