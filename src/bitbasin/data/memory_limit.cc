// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/memory_limit.h"

#include <unistd.h>

#include "bitbasin/base/error.h"

namespace bitbasin {

void expect_memory(double bytes, std::string_view what) {
  const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  constexpr double kGiB = 0x1p30;
  if (!(bytes <= machine)) {
    fail("out of memory: {} would take {:.4g} GiB, and this machine has {:.1f} GiB", what, bytes / kGiB,
         machine / kGiB);
  }
}

}  // namespace bitbasin
