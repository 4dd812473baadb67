// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bitbasin/ranks/transport.h"

namespace bitbasin {

// The ranks that mpirun or srun has started together, one of which is this process. MPI is used through the
// module libbitbasin_mpi.so, which is loaded when this object is made.
class MpiRanks {
 public:
  // Nothing unless this process was started as one of several ranks. Fails if it was, but the module is
  // missing. Waits for all the others, so call it before anything that may fail on a single rank.
  static std::unique_ptr<MpiRanks> join();

  const Transport& transport() const { return transport_; }
  // The orderly end, for which every rank waits for every other.
  void finish();

  // Whether this process has joined and not finished.
  static bool joined();

  // Ends all ranks at once, including this one, with this exit code, unless they have finished or never
  // joined, so that none waits for a rank that has failed.
  static void abort_unfinished(int code);

 private:
  Transport transport_;
};

}  // namespace bitbasin
