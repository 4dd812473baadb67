// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin data: fetches data sets and says which are there.
void add_data(Command& root);

}  // namespace bitbasin
