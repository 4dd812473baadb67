// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/mpi_transport.h"

#include <dlfcn.h>
#include <stdlib.h>

#include <charconv>
#include <filesystem>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/mpi/mpi_module.h"

namespace bitbasin {
namespace {

// Open MPI's mpirun sets the first; srun and other launchers speak PMI or PMIx.
bool started_as_rank() {
  const char* ranks = getenv("OMPI_COMM_WORLD_SIZE");
  if (ranks == nullptr) ranks = getenv("PMI_SIZE");
  if (ranks != nullptr) {
    const std::string_view text(ranks);
    int size = 1;
    std::from_chars(text.data(), text.data() + text.size(), size);
    return size > 1;
  }
  return getenv("PMIX_RANK") != nullptr;
}

constexpr const char* kModule = "libbitbasin_mpi.so";

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
  fail("expected to load {} from the program's folder, to run under mpirun, but {}", kModule, problem);
}

void expect_success(int failed, const char* what) {
  if (failed != 0) fail("expected MPI to {} but got its error {}", what, failed);
}

}  // namespace

std::unique_ptr<MpiJob> MpiJob::join() {
  if (!started_as_rank()) return nullptr;
  const BitbasinMpi& mpi = load_module();
  auto job = std::make_unique<MpiJob>();
  expect_success(mpi.start(&job->transport_.rank, &job->transport_.size), "start");
  job->transport_.send = [&mpi](int to, std::string_view bytes) {
    expect_success(mpi.send(to, bytes.data(), bytes.size()), "send");
  };
  job->transport_.receive = [&mpi](int& from, std::string& bytes) {
    int waiting = 0;
    size_t size = 0;
    expect_success(mpi.probe(&waiting, &from, &size), "look for messages");
    if (waiting == 0) return false;
    bytes.resize(size);
    expect_success(mpi.receive(from, bytes.data(), size), "receive");
    return true;
  };
  job->finish_ = mpi.finish;
  return job;
}

void MpiJob::finish() {
  expect_success(finish_(), "finish");
}

}  // namespace bitbasin
