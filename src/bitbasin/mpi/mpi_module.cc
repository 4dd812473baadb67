// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/mpi/mpi_module.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

#include <chrono>
#include <thread>
#include <vector>

namespace {

constexpr int kTag = 1;

int start(int* rank, int* size) {
  // Ranks nap between two looks for messages. Open MPI, where there are more ranks than cores, would give the
  // core away at every look, and on a busy machine get it back milliseconds later.
  setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
  int provided = 0;
  int failed = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (failed != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED) return 1;
  // Errors are returned to the caller instead of ending the program.
  failed = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (failed != MPI_SUCCESS) return failed;
  failed = MPI_Comm_rank(MPI_COMM_WORLD, rank);
  return failed != MPI_SUCCESS ? failed : MPI_Comm_size(MPI_COMM_WORLD, size);
}

int send(int count, const BitbasinMpiMessage* messages) {
  std::vector<MPI_Request> requests(static_cast<size_t>(count), MPI_REQUEST_NULL);
  for (int i = 0; i < count; ++i) {
    const BitbasinMpiMessage& message = messages[i];
    if (message.size > INT_MAX) return 1;
    const int failed = MPI_Isend(message.bytes, static_cast<int>(message.size), MPI_BYTE, message.to, kTag,
                                 MPI_COMM_WORLD, &requests[static_cast<size_t>(i)]);
    if (failed != MPI_SUCCESS) return failed;
  }
  // MPI_Waitall would keep the core, which the receiver may need.
  for (int looks = 0;; ++looks) {
    int done = 0;
    const int failed = MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE);
    if (failed != MPI_SUCCESS || done != 0) return failed;
    constexpr int kBusyLooks = 20;
    if (looks > kBusyLooks) std::this_thread::sleep_for(std::chrono::microseconds(10));
  }
}

int probe(int* waiting, int* from, size_t* size) {
  MPI_Status status;
  const int failed = MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, waiting, &status);
  if (failed != MPI_SUCCESS || *waiting == 0) return failed;
  int count = 0;
  *from = status.MPI_SOURCE;
  const int uncounted = MPI_Get_count(&status, MPI_BYTE, &count);
  *size = static_cast<size_t>(count);
  return uncounted;
}

int receive(int from, void* bytes, size_t size) {
  return MPI_Recv(bytes, static_cast<int>(size), MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int finish() {
  return MPI_Finalize();
}

void abort_all(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
}

}  // namespace

extern "C" __attribute__((visibility("default")))
const BitbasinMpi bitbasin_mpi{kBitbasinMpiVersion, start, send, probe, receive, finish, abort_all};
