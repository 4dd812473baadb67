// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin export: a model as source code.
void add_export(Command& root);

}  // namespace bitbasin
