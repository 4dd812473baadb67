// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "bitbasin/cuda/bit_planes.h"

// The products as the rest of the module sees them: product_kernel.cuh has the kernel, product_hopper.cu and
// product_portable.cu the units that multiply.

namespace bitbasin::cuda {

inline constexpr int kGroupThreads = 128;
// Three groups of 128 threads hide the memory's latency; a fourth would have too few registers.
inline constexpr int kGroupsPerMultiprocessor = 3;
// Of B in shared memory, for one group. With more, too little of L1 is left for loads on their way.
inline constexpr int kOperandBytes = 64 * 1024;

enum class Product { forward, forward_signs, backward };

// How K is cut into strips: batches of 16 KB of bits a tile (product_kernel.cuh).
struct ProductPlan {
  int batches;
  int strip_batches;  // of a strip: an even number
  int strips;
  int tiles;  // of M
};

struct ProductArguments {
  const uint4* bits;
  BlockLayout layout;
  ProductPlan plan;
  const std::uint8_t* operand;  // B for all strips, zeros where K has ended
  int* sums;                    // added to: the sums over set bits
  int* sign_counts;             // added to, with signs: set bits where the sign is set too
  int* claimed;                 // a counter for each strip
  int carveout;                 // percents of a multiprocessor's shared memory that all groups need
};

cudaError_t launch_hopper(Product which, const ProductArguments& arg, int multiprocessors,
                          cudaStream_t stream);
cudaError_t launch_portable(Product which, const ProductArguments& arg, int multiprocessors,
                            cudaStream_t stream);

}  // namespace bitbasin::cuda
