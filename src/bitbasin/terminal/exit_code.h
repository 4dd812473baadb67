// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

enum ExitCode : int {
  kDone = 0,            // done, and solved if there was something to solve
  kNotSolved = 1,       // ran, but found no solution within its budget, or that there is none
  kBadInput = 2,        // bad input or usage
  kSatisfiable = 10,    // with --dimacs, as SAT solvers do
  kUnsatisfiable = 20,  // the same
  kInterrupted = 130    // SIGINT or SIGTERM; the partial result is printed
};

}  // namespace bitbasin
