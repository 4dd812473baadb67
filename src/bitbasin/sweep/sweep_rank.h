// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/ranks/transport.h"

namespace bitbasin {

// What the ranks other than 0 do during run_sweep: they run what it sends until it says that there is no
// more. When `control` stops they begin nothing new. A rank that fails tells rank 0, which ends the sweep; it
// fails by itself if rank 0 does not answer.
void serve_sweep(const Transport& transport, int threads, RunControl& control);

}  // namespace bitbasin
