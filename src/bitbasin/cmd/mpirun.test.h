// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin {

inline bool has_mpirun() {
  return run_shell(
             "command -v mpirun && test -e \"$(dirname \"$(command -v bitbasin)\")/libbitbasin_mpi.so\"")
             .code == 0;
}

// Leaks of Open MPI are not ours to find.
inline constexpr const char* kMpirun =
    "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0; "
    "mpirun --oversubscribe ";

}  // namespace bitbasin
