// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace bitbasin {

// The whole program: reads the command line, runs the command, returns the exit code. Never throws.
int run_program(std::span<char* const> arguments);

}  // namespace bitbasin
