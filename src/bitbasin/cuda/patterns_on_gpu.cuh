// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/cuda/cuda_module.h"
#include "bitbasin/cuda/device_memory.cuh"
#include "bitbasin/cuda/product.cuh"
#include "bitbasin/cuda/vectors.cuh"

namespace bitbasin::cuda {

// How the three products of a size are cut, and what they take.
struct ProductPlans {
  ProductPlans(const BlockLayout& layout, int multiprocessors, int shared_bytes);
  const ProductPlan& of(Product which) const;
  std::size_t operand_bytes(Product which) const;

  ProductPlan forward, forward_signs, backward;
};

// Patterns on a GPU with the vectors of their products; the functions of cuda_module.h, with exceptions.
class PatternsOnGpu {
 public:
  explicit PatternsOnGpu(const BitbasinPatternSource& source);
  static std::uint64_t bytes_needed(std::size_t n, std::size_t patterns);

  void forward(const std::int16_t* in, std::int32_t* out);
  void backward(const std::int16_t* in, std::int32_t* out);
  std::size_t count_errors(const std::uint64_t* w, std::int64_t least, std::int64_t most);

  void amp_start(const double* theta, std::int64_t least);
  void amp_step(double threshold, double fresh, double memory);
  std::size_t amp_errors();
  void amp_signs(std::uint64_t* w);
  void amp_fields(double* theta);

  BitbasinRates measure(int repeats);

 private:
  // The vectors of the iteration, for those who ask for it.
  struct Amp {
    Amp(const BlockLayout& layout, std::size_t operand_bytes, std::size_t pattern_sums);
    DeviceArray<double> theta, m, g, gam;
    DeviceArray<std::uint32_t> signs;
    DeviceArray<std::uint8_t> operand;
    DeviceArray<int> counts;
    HostArray<unsigned> errors;
    CudaStream side;
    CudaEvent fork, variance_ready, onsager_ready, counted;
    std::int64_t least = 0;
  };

  void fill(const BitbasinPatternSource& source);
  void multiply(Product which, DeviceArray<std::uint8_t>& operand);
  void multiply_integers(bool back, const std::int16_t* in, std::int32_t* out);
  void begin_forward();

  BlockLayout layout_;
  int multiprocessors_;
  int shared_bytes_;  // of a multiprocessor
  bool hopper_;
  ProductPlans plans_;
  DeviceArray<uint4> bits_;
  DeviceArray<std::uint8_t> forward_operand_, backward_operand_;
  DeviceArray<int> pattern_sums_, synapse_sums_, ones_;
  DeviceArray<int> claimed_;
  DeviceArray<std::int16_t> entries_;
  DeviceArray<std::uint64_t> w_;
  DeviceArray<Scalars> scalars_;
  CudaStream stream_;
  std::optional<Amp> amp_;
};

}  // namespace bitbasin::cuda
