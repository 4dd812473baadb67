// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/mpi/doorbells.h"

#include <linux/futex.h>
#include <mpi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <new>
#include <numeric>
#include <vector>

namespace bitbasin {
namespace {

constexpr MPI_Aint kApart = 64;  // bytes: each bell on a cache line of its own

timespec time_of(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
}

// The numbers that the ranks of a smaller group have among all.
std::vector<int> ranks_in_world(MPI_Comm few, int count) {
  std::vector<int> ranks(static_cast<std::size_t>(count)), in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  MPI_Comm_group(few, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(group, count, ranks.data(), world, in_world.data());
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return in_world;
}

}  // namespace

struct BellMemory {
  MPI_Comm neighbours = MPI_COMM_NULL;
  MPI_Win window = MPI_WIN_NULL;
};

Doorbells::Doorbells() : memory_(std::make_unique<BellMemory>()) {}
Doorbells::~Doorbells() = default;

void Doorbells::open() {
  int rank = 0, size = 0, close_by = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  bells_.assign(static_cast<std::size_t>(size), nullptr);
  if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &memory_->neighbours))
    return;
  MPI_Comm_size(memory_->neighbours, &close_by);
  MPI_Comm_set_errhandler(memory_->neighbours, MPI_ERRORS_RETURN);
  void* own = nullptr;
  if (MPI_Win_allocate_shared(kApart, 1, MPI_INFO_NULL, memory_->neighbours, &own, &memory_->window)) return;
  own_ = new (own) Bell(0);
  MPI_Barrier(memory_->neighbours);

  const std::vector<int> ranks = ranks_in_world(memory_->neighbours, close_by);
  for (int i = 0; i < close_by; ++i) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* theirs = nullptr;
    MPI_Win_shared_query(memory_->window, i, &bytes, &unit, &theirs);
    bells_[static_cast<std::size_t>(ranks[static_cast<std::size_t>(i)])] = static_cast<Bell*>(theirs);
  }
  everyone_ = close_by == size;
}

void Doorbells::close() {
  own_ = &silent_;
  if (memory_->window != MPI_WIN_NULL) MPI_Win_free(&memory_->window);
  if (memory_->neighbours != MPI_COMM_NULL) MPI_Comm_free(&memory_->neighbours);
}

void Doorbells::ring(int rank) {
  Bell* const bell = bells_[static_cast<std::size_t>(rank)];
  if (bell == nullptr) return;
  bell->fetch_add(1, std::memory_order_release);
  syscall(SYS_futex, bell, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void Doorbells::sleep(double seconds) {
  // Returns at once if the bell was rung since listen().
  const timespec time = time_of(seconds);
  syscall(SYS_futex, own_, FUTEX_WAIT, heard_, &time, nullptr, 0);
}

}  // namespace bitbasin
