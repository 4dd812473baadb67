// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin inspect: what is in a model file.
void add_inspect(Command& root);

}  // namespace bitbasin
