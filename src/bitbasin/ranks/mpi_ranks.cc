// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/ranks/mpi_ranks.h"

#include <dlfcn.h>
#include <sys/prctl.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/mpi/mpi_module.h"
#include "bitbasin/ranks/launcher.h"

namespace bitbasin {
namespace {

constexpr const char* kModule = "libbitbasin_mpi.so";
// Seconds, where every sender ends a nap. Messages that are too long for that arrive while both sides look.
constexpr double kNapAmongNeighbours = 5e-4;

const BitbasinMpi& load_module() {
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  std::string problem = "it is not there";
  for (const auto& path : {folder / kModule, folder / ".." / "lib" / "bitbasin" / kModule}) {
    if (!std::filesystem::exists(path, ignored)) continue;
    // RTLD_GLOBAL: Open MPI loads plug-ins that look for its symbols.
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) {
      problem = dlerror();
      continue;
    }
    const auto* table = static_cast<const BitbasinMpi*>(dlsym(module, "bitbasin_mpi"));
    if (table != nullptr && table->version == kBitbasinMpiVersion) return *table;
    problem = "it belongs to another version";
  }
  fail("cannot run under mpirun without {} in the program's folder: {}", kModule, problem);
}

void expect_success(int failed, const char* what) {
  if (failed != 0) fail("MPI failed to {}: error {}", what, failed);
}

// MPI between its start and its end, which a process has once.
const BitbasinMpi* running = nullptr;

}  // namespace

std::unique_ptr<MpiRanks> MpiRanks::join() {
  if (!launched_as_rank()) return nullptr;
  prctl(PR_SET_TIMERSLACK, 1);  // nanoseconds: else a nap between two looks for messages takes 50 us more
  const BitbasinMpi& mpi = load_module();
  auto ranks = std::make_unique<MpiRanks>();
  int one_machine = 0;
  expect_success(mpi.start(&ranks->transport_.rank, &ranks->transport_.size, &one_machine), "start");
  running = &mpi;
  ranks->transport_.send_all = [&mpi](std::span<const Message> messages) {
    std::vector<BitbasinMpiMessage> all;
    for (const Message& m : messages) all.push_back({m.to, m.bytes.data(), m.bytes.size()});
    expect_success(mpi.send(static_cast<int>(all.size()), all.data()), "send");
  };
  ranks->transport_.receive = [&mpi](int& from, std::string& bytes) {
    int waiting = 0;
    size_t size = 0;
    expect_success(mpi.probe(&waiting, &from, &size), "look for messages");
    if (waiting == 0) return false;
    bytes.resize(size);
    expect_success(mpi.receive(from, bytes.data(), size), "receive");
    return true;
  };
  ranks->transport_.nap = mpi.wait;
  if (one_machine != 0) ranks->transport_.shortest_nap = kNapAmongNeighbours;
  return ranks;
}

void MpiRanks::finish() {
  expect_success(running->finish(), "finish");
  running = nullptr;
}

bool MpiRanks::joined() {
  return running != nullptr;
}

void MpiRanks::abort_unfinished(int code) {
  if (running != nullptr) running->abort(code);
}

}  // namespace bitbasin
