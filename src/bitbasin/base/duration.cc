// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/duration.h"

#include <fmt/format.h>

namespace bitbasin {

std::string duration_text(double seconds, int digits) {
  if (seconds < 100) return fmt::format("{:.{}f} s", seconds, digits);
  const double minutes = seconds / 60;
  if (minutes < 100) return fmt::format("{:.0f} min", minutes);
  return fmt::format("{:.1f} h", minutes / 60);
}

}  // namespace bitbasin
