// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/sweep_ranks.h"

#include "bitbasin/sweep/sweep_rank.h"

namespace bitbasin {

SweepRanks join_ranks(Session& session, RunControl& control) {
  SweepRanks ranks{MpiRanks::join()};
  ranks.threads = ranks.mpi ? session.threads_or(1) : session.threads();
  if (ranks.mpi && ranks.transport()->rank > 0) {
    serve_sweep(*ranks.transport(), ranks.threads, control);
    ranks.finish();
    ranks.served = true;
  }
  return ranks;
}

}  // namespace bitbasin
