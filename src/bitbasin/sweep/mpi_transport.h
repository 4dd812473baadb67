// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "bitbasin/sweep/transport.h"

namespace bitbasin {

// MPI by the module libbitbasin_mpi.so, which is loaded when this object is made.
class MpiJob {
 public:
  // Nothing unless mpirun or srun has started this process as one of several ranks. Fails where it has but
  // the module is missing.
  static std::unique_ptr<MpiJob> join();

  const Transport& transport() const { return transport_; }
  // The orderly end, for which every rank waits for every other.
  void finish();

 private:
  Transport transport_;
  std::function<int()> finish_;
};

}  // namespace bitbasin
