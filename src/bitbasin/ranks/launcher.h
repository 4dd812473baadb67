// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// What mpirun, srun or another launcher of MPI programs tells a process by its environment, before any MPI is
// loaded.

// Whether this process was started as one of several ranks.
bool launched_as_rank();

// Which rank it is; 0 if it is not one of several. Rank 0 speaks for all.
int launched_rank();

// Which of the ranks on its own machine it is, as far as the launcher says; 0 if it does not.
int launched_local_rank();

// How many ranks there are on its own machine, as far as the launcher says; 1 if it does not.
int launched_local_size();

}  // namespace bitbasin
