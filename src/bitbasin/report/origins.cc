// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/origins.h"

#include <algorithm>

namespace bitbasin {

void Origins::add(const DoneTask& done) {
  if (std::ranges::find(commands_, done.origin) == commands_.end()) commands_.push_back(done.origin);
}

std::string Origins::text() const {
  std::string all;
  for (const std::string& command : commands_) all += (all.empty() ? "" : "; ") + command;
  return all;
}

}  // namespace bitbasin
