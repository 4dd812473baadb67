// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"

namespace bitbasin {

// Thrown if a run must end without a result.
struct Stopped {
  StopReason reason;
};

}  // namespace bitbasin
