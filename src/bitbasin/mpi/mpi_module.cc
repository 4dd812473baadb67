// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/mpi/mpi_module.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

#include <chrono>
#include <iterator>
#include <list>
#include <string>
#include <thread>

#include "bitbasin/mpi/doorbells.h"

namespace {

constexpr int kTag = 1;

bitbasin::Doorbells bells;

int start(int* rank, int* size, int* one_machine) {
  // Ranks sleep between two looks for messages. Open MPI, where there are more ranks than cores, would give
  // the core away at every look, and on a busy machine get it back milliseconds later.
  setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
  // Messages of up to 128 KiB, the sums of 32768 synapses, lie in memory that the ranks of a machine share as
  // soon as they are sent. Where a process may not read the memory of another, as in many containers, longer
  // ones travel only while both sides look: four ranks on two cores, N = 20001, take 4.4 s, and so 2.6 s.
  setenv("OMPI_MCA_btl_vader_eager_limit", "131072", 0);
  setenv("OMPI_MCA_btl_vader_free_list_inc", "8", 0);  // 1 MiB at a time
  setenv("OMPI_MCA_btl_vader_segment_size", "33554432", 0);
  int provided = 0;
  int failed = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (failed != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED) return 1;
  // Errors are returned to the caller instead of ending the program.
  failed = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (failed != MPI_SUCCESS) return failed;
  failed = MPI_Comm_rank(MPI_COMM_WORLD, rank);
  if (failed != MPI_SUCCESS) return failed;
  failed = MPI_Comm_size(MPI_COMM_WORLD, size);
  bells.open();
  *one_machine = bells.reach_everyone() ? 1 : 0;
  return failed;
}

// Messages on their way, with the bytes that MPI still reads.
struct Pending {
  std::string bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};
std::list<Pending> pending;

// Lets go of what has arrived.
int drop_arrived() {
  for (auto message = pending.begin(); message != pending.end();) {
    int arrived = 0;
    const int failed = MPI_Test(&message->request, &arrived, MPI_STATUS_IGNORE);
    if (failed != MPI_SUCCESS) return failed;
    message = arrived != 0 ? pending.erase(message) : std::next(message);
  }
  return MPI_SUCCESS;
}

int send(int count, const BitbasinMpiMessage* messages) {
  size_t bytes = 0;
  for (int i = 0; i < count; ++i) {
    const BitbasinMpiMessage& message = messages[i];
    if (message.size > INT_MAX) return 1;
    bytes += message.size;
    Pending& sent = pending.emplace_back();
    sent.bytes.assign(static_cast<const char*>(message.bytes), message.size);
    const int failed = MPI_Isend(sent.bytes.data(), static_cast<int>(message.size), MPI_BYTE, message.to,
                                 kTag, MPI_COMM_WORLD, &sent.request);
    if (failed != MPI_SUCCESS) return failed;
    bells.ring(message.to);
  }
  // A long message travels only while both sides look, so wait for what a free receiver would take. One that
  // shares its core with others may take longer: it must not keep the sender from its own work.
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::microseconds(300) + std::chrono::nanoseconds(bytes);
  for (;;) {
    const int failed = drop_arrived();
    if (failed != MPI_SUCCESS || pending.empty() || Clock::now() > end) return failed;
    std::this_thread::yield();
  }
}

int probe(int* waiting, int* from, size_t* size) {
  bells.listen();
  if (const int failed = drop_arrived(); failed != MPI_SUCCESS) return failed;
  MPI_Status status;
  *waiting = 0;
  // Open MPI first looks and then takes in what has arrived: a second look finds it.
  for (int look = 0; look < 2 && *waiting == 0; ++look) {
    const int failed = MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, waiting, &status);
    if (failed != MPI_SUCCESS) return failed;
  }
  if (*waiting == 0) return MPI_SUCCESS;
  int count = 0;
  *from = status.MPI_SOURCE;
  const int uncounted = MPI_Get_count(&status, MPI_BYTE, &count);
  *size = static_cast<size_t>(count);
  return uncounted;
}

int receive(int from, void* bytes, size_t size) {
  return MPI_Recv(bytes, static_cast<int>(size), MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void wait(double seconds) {
  bells.sleep(seconds);
}

int finish() {
  while (!pending.empty()) {
    if (const int failed = drop_arrived(); failed != MPI_SUCCESS) return failed;
    std::this_thread::sleep_for(std::chrono::microseconds(5));
  }
  bells.close();
  return MPI_Finalize();
}

void abort_all(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
}

}  // namespace

extern "C" __attribute__((visibility("default")))
const BitbasinMpi bitbasin_mpi{kBitbasinMpiVersion, start, send, probe, receive, wait, finish, abort_all};
