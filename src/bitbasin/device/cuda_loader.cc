// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/device/cuda_loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace bitbasin {
namespace {

constexpr const char* kModule = "libbitbasin_cuda.so";

std::vector<std::filesystem::path> module_paths() {
  if (const char* given = std::getenv("BITBASIN_CUDA_MODULE")) return {given};
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  return {folder / kModule, folder / ".." / "lib" / "bitbasin" / kModule};
}

}  // namespace

const BitbasinCuda* find_cuda_module(std::string& why) {
  why = fmt::format("there is no {} in the program's folder", kModule);
  for (const auto& path : module_paths()) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
      why = fmt::format("{} cannot be loaded: {}", path.filename().string(), dlerror());
      continue;
    }
    const auto* table = static_cast<const BitbasinCuda*>(dlsym(module, "bitbasin_cuda"));
    if (table != nullptr && table->version == kBitbasinCudaVersion) return table;
    why = fmt::format("{} belongs to another version", path.filename().string());
  }
  return nullptr;
}

}  // namespace bitbasin
