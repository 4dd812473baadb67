// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin help: the help of a command, or of all as one page.
void add_help(Command& root);

}  // namespace bitbasin
