// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin generate: writes random instances to files.
void add_generate(Command& root);

}  // namespace bitbasin
