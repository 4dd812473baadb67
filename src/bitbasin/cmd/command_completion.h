// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin completion: completion scripts for shells, made from the tree of commands.
void add_completion(Command& root);

}  // namespace bitbasin
