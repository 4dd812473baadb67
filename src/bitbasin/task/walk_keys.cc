// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/walk_keys.h"

namespace bitbasin {

Json to_json(const WalkPoint& point, std::optional<double> test_error) {
  Json keys = {{"proposals", point.proposals}, {"distance", point.distance}, {"density", point.density}};
  if (test_error) keys["test_error"] = *test_error;
  return keys;
}

}  // namespace bitbasin
