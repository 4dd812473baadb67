// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/base/run_control.h"

namespace bitbasin {

// How another program ended.
struct ChildResult {
  int code = 0;     // its exit code; 127 if there is no such program, 128 + n if signal n ended it
  std::string out;  // what it wrote to standard output
  std::string err;
};

// Runs a program, found in the path, in a folder, and waits for it. If the control stops it, ends the program
// and its children and throws Stopped.
ChildResult run_child(const std::vector<std::string>& words, const std::string& folder, RunControl& control);

}  // namespace bitbasin
