// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/device/gpu_patterns.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/device/gpu.h"

namespace bitbasin {
namespace {

constexpr double kGiB = 0x1p30;

void expect_success(const char* failed) {
  if (failed != nullptr) fail("{}", failed);
}

// The first GPU with enough free memory, or else the rest of a sentence.
const Gpu* find_room(const GpuList& list, int wanted, std::uint64_t bytes, std::string& why) {
  why = list.why;
  for (const Gpu& gpu : list.gpus) {
    if (wanted != GpuPatterns::kAnyGpu && wanted != gpu.index) continue;
    if (!gpu.can_multiply) {
      why = fmt::format("{} has no one-bit tensor cores: its compute capability is {}.{}, below 8.0",
                        gpu.name, gpu.capability / 10, gpu.capability % 10);
    } else if (gpu.free_memory < bytes) {
      why = fmt::format("{} has {:.4g} GiB free", gpu.name, static_cast<double>(gpu.free_memory) / kGiB);
    } else {
      return &gpu;
    }
  }
  return nullptr;
}

}  // namespace

GpuPatterns::GpuPatterns(BitbasinPatternSource source) : n_(source.n), patterns_(source.patterns) {
  const GpuList list = list_gpus();
  const std::uint64_t bytes =
      list.module == nullptr ? n_ / 8 * patterns_ : list.module->bytes_needed(n_, patterns_);
  std::string why;
  const Gpu* gpu = find_room(list, source.gpu, bytes, why);
  if (gpu == nullptr) {
    fail("expected a GPU with {:.4g} GiB of free memory for {} patterns of {} entries: {}",
         static_cast<double>(bytes) / kGiB, patterns_, n_, why);
  }
  module_ = list.module;
  source.gpu = gpu->index;
  BitbasinPatterns* opened = nullptr;
  expect_success(module_->open(&source, &opened));
  handle_ = {opened, Close{module_}};
}

void GpuPatterns::forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) {
  assert(in.size() == n_ && out.size() == patterns_);
  expect_success(module_->forward(handle_.get(), in.data(), out.data()));
}

void GpuPatterns::backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) {
  assert(in.size() == patterns_ && out.size() == n_);
  expect_success(module_->backward(handle_.get(), in.data(), out.data()));
}

std::size_t GpuPatterns::count_errors(std::span<const std::uint64_t> w, std::int64_t least,
                                      std::int64_t most) {
  assert(64 * w.size() >= n_);
  std::size_t errors = 0;
  expect_success(module_->count_errors(handle_.get(), w.data(), least, most, &errors));
  return errors;
}

void GpuPatterns::amp_start(std::span<const double> theta, std::int64_t least) {
  assert(theta.size() == n_);
  expect_success(module_->amp_start(handle_.get(), theta.data(), least));
}

void GpuPatterns::amp_step(double threshold, double fresh, double memory) {
  expect_success(module_->amp_step(handle_.get(), threshold, fresh, memory));
}

std::size_t GpuPatterns::amp_errors() {
  std::size_t errors = 0;
  expect_success(module_->amp_errors(handle_.get(), &errors));
  return errors;
}

void GpuPatterns::amp_signs(std::span<std::uint64_t> w) {
  assert(64 * w.size() >= n_);
  expect_success(module_->amp_signs(handle_.get(), w.data()));
}

void GpuPatterns::amp_fields(std::span<double> theta) {
  assert(theta.size() == n_);
  expect_success(module_->amp_fields(handle_.get(), theta.data()));
}

BitbasinRates GpuPatterns::measure(int repeats) {
  BitbasinRates rates{};
  expect_success(module_->measure(handle_.get(), repeats, &rates));
  return rates;
}

}  // namespace bitbasin
