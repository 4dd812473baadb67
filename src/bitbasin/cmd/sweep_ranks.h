// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bitbasin/ranks/mpi_ranks.h"
#include "bitbasin/terminal/session.h"

namespace bitbasin {

// What a command computes on: this process, and the others that mpirun has started with it.
struct SweepRanks {
  std::unique_ptr<MpiRanks> mpi;  // null: this process is alone
  int threads = 1;                // of each rank
  bool served = false;            // this is not rank 0, and has done its part

  const Transport* transport() const { return mpi ? &mpi->transport() : nullptr; }
  int size() const { return mpi ? mpi->transport().size : 1; }
  void finish() {
    if (mpi) mpi->finish();
  }
};

// Joins the other ranks. All but rank 0 return after they have computed what rank 0 sent them.
SweepRanks join_ranks(Session& session, RunControl& control);

}  // namespace bitbasin
