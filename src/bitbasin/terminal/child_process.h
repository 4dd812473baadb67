// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/base/run_control.h"

namespace bitbasin {

// How another program ended.
struct ChildResult {
  int code = 0;     // its exit code; 127 where there is no such program, 128 + n when signal n ended it
  std::string out;  // what it wrote to standard output
  std::string err;
};

// Runs a program, found in the path, in a folder, and waits for it. Throws Stopped, and ends the program and
// all that it started, when the control says so.
ChildResult run_child(const std::vector<std::string>& words, const std::string& folder, RunControl& control);

}  // namespace bitbasin
