// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/reproduce/results.h"

namespace bitbasin {

// The commands that made some results.
class Origins {
 public:
  void add(const DoneTask& done);
  std::string text() const;

 private:
  std::vector<std::string> commands_;
};

}  // namespace bitbasin
