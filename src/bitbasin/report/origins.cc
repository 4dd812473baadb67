// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/origins.h"

#include <algorithm>

namespace bitbasin {

void Origins::add(const StoredRun& run) {
  if (std::ranges::find(commands_, run.origin) == commands_.end()) commands_.push_back(run.origin);
}

std::string Origins::text() const {
  std::string all;
  for (const std::string& command : commands_) all += (all.empty() ? "" : "; ") + command;
  return all;
}

}  // namespace bitbasin
