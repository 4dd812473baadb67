// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin entropy ksat
void add_entropy_ksat(Command& group);

}  // namespace bitbasin
