// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bitbasin/base/device_choice.h"
#include "bitbasin/cuda/cuda_module.h"

namespace bitbasin {

struct Gpu {
  int index = 0;
  std::string name;
  std::uint64_t memory = 0;       // bytes
  std::uint64_t free_memory = 0;  // bytes that nobody uses now
  int multiprocessors = 0;
  int capability = 0;         // 90 is 9.0
  bool can_multiply = false;  // whether it has one-bit tensor cores: 8.0 and above
  bool is_hopper = false;     // whether it has the faster ones of 9.0
};

// The GPUs of this machine. If there are none, `why` is the rest of a sentence that says so.
struct GpuList {
  const BitbasinCuda* module = nullptr;
  std::vector<Gpu> gpus;
  std::string why;
};
GpuList list_gpus();

// Whether a solver is to put its patterns on a GPU. Where nobody chose, that takes a size that is worth the
// start of CUDA and a GPU with enough free memory.
bool goes_to_gpu(std::optional<Device> device, std::size_t n, std::size_t patterns);

}  // namespace bitbasin
