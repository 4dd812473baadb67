// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/data/byte_reader.h"

namespace bitbasin {

// The trace of a run (`solve --trace`, doc/reference/formats.md) as one SVG image: errors, order parameters,
// couplings and entropies against the iteration, as far as the trace has them.
std::string trace_figure(ByteReader& trace);

}  // namespace bitbasin
