// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin bench: rates against floors on this machine.
void add_bench(Command& root);

}  // namespace bitbasin
