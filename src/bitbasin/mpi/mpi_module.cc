// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/mpi/mpi_module.h"

#include <limits.h>
#include <mpi.h>

namespace {

constexpr int kTag = 1;

int start(int* rank, int* size) {
  int provided = 0;
  int failed = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (failed != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED) return 1;
  // Errors are returned to the caller instead of ending the program.
  failed = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (failed != MPI_SUCCESS) return failed;
  failed = MPI_Comm_rank(MPI_COMM_WORLD, rank);
  return failed != MPI_SUCCESS ? failed : MPI_Comm_size(MPI_COMM_WORLD, size);
}

int send(int to, const void* bytes, size_t size) {
  if (size > INT_MAX) return 1;
  return MPI_Send(bytes, static_cast<int>(size), MPI_BYTE, to, kTag, MPI_COMM_WORLD);
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
