// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cuda/cuda_module.h"

#include <algorithm>
#include <exception>
#include <string>

#include "bitbasin/cuda/patterns_on_gpu.cuh"

namespace {

using bitbasin::cuda::check;
using bitbasin::cuda::PatternsOnGpu;

// What the handle stands for.
PatternsOnGpu* of(BitbasinPatterns* patterns) {
  return reinterpret_cast<PatternsOnGpu*>(patterns);
}

// Calls work, and turns what it throws into a sentence.
template <class Work>
const char* told(Work work) {
  static thread_local std::string sentence;
  try {
    work();
    return nullptr;
  } catch (const std::exception& error) {
    sentence = error.what();
    return sentence.c_str();
  }
}

const char* count_gpus(int* count) {
  return told([&] { check(cudaGetDeviceCount(count), "find a GPU"); });
}

const char* describe_gpu(int gpu, BitbasinGpu* out) {
  return told([&] {
    check(cudaSetDevice(gpu), "use a GPU");
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, gpu), "describe a GPU");
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all), "tell its memory");
    const std::string name(properties.name);
    const std::size_t length = std::min(name.size(), sizeof(out->name) - 1);
    std::copy_n(name.begin(), length, out->name);
    out->name[length] = 0;
    out->memory = all;
    out->free_memory = free;
    out->multiprocessors = properties.multiProcessorCount;
    out->capability = 10 * properties.major + properties.minor;
    out->form = properties.major == 9   ? kBitbasinCudaHopper
                : properties.major >= 8 ? kBitbasinCudaPortable
                                        : -1;
  });
}

uint64_t bytes_needed(size_t n, size_t patterns) {
  return PatternsOnGpu::bytes_needed(n, patterns);
}

const char* open_patterns(const BitbasinPatternSource* source, BitbasinPatterns** out) {
  return told([&] {
    check(cudaSetDevice(source->gpu), "use a GPU");
    *out = reinterpret_cast<BitbasinPatterns*>(new PatternsOnGpu(*source));
  });
}

void close_patterns(BitbasinPatterns* patterns) {
  delete of(patterns);
}

const char* forward(BitbasinPatterns* patterns, const int16_t* in, int32_t* out) {
  return told([&] { of(patterns)->forward(in, out); });
}

const char* backward(BitbasinPatterns* patterns, const int16_t* in, int32_t* out) {
  return told([&] { of(patterns)->backward(in, out); });
}

const char* count_errors(BitbasinPatterns* patterns, const uint64_t* w, int64_t least, int64_t most,
                         size_t* errors) {
  return told([&] { *errors = of(patterns)->count_errors(w, least, most); });
}

const char* amp_start(BitbasinPatterns* patterns, const double* theta, int64_t least) {
  return told([&] { of(patterns)->amp_start(theta, least); });
}

const char* amp_step(BitbasinPatterns* patterns, double threshold, double fresh, double memory) {
  return told([&] { of(patterns)->amp_step(threshold, fresh, memory); });
}

const char* amp_errors(BitbasinPatterns* patterns, size_t* errors) {
  return told([&] { *errors = of(patterns)->amp_errors(); });
}

const char* amp_signs(BitbasinPatterns* patterns, uint64_t* w) {
  return told([&] { of(patterns)->amp_signs(w); });
}

const char* amp_fields(BitbasinPatterns* patterns, double* theta) {
  return told([&] { of(patterns)->amp_fields(theta); });
}

const char* measure(BitbasinPatterns* patterns, int repeats, BitbasinRates* out) {
  return told([&] { *out = of(patterns)->measure(repeats); });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const BitbasinCuda bitbasin_cuda{kBitbasinCudaVersion,
                                                                                   count_gpus,
                                                                                   describe_gpu,
                                                                                   bytes_needed,
                                                                                   open_patterns,
                                                                                   close_patterns,
                                                                                   forward,
                                                                                   backward,
                                                                                   count_errors,
                                                                                   amp_start,
                                                                                   amp_step,
                                                                                   amp_errors,
                                                                                   amp_signs,
                                                                                   amp_fields,
                                                                                   measure};
