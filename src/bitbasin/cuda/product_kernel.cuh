// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <mutex>

#include "bitbasin/cuda/bit_planes.h"
#include "bitbasin/cuda/load_once.cuh"
#include "bitbasin/cuda/product.cuh"

// The product of the patterns with a vector, for either direction and any unit that multiplies fragments.
//
// A thread block is one warp group. It keeps B for a strip of K in shared memory, goes through all tiles of
// M, and claims each from the strip's counter; when a strip is done it helps where most is left. A tile's
// sums leave by atomic additions of integers, whose order does not matter.
//
// Forward, a tile is the 256 patterns of a row of blocks and a batch of K is eight blocks; backward, a tile
// is eight blocks side by side and a batch is one row of blocks. Either way a batch of a tile is 16 KB, eight
// loads a thread. Two batches are in registers: one is multiplied while the other is on its way.
//
// Unit multiplies fragments. It has
//   Operand operand(shared), after(operand, bytes)       where B begins, and the same further on
//   publish()                                            after B was stored, before a barrier
//   begin(), finish()                                    around some multiplications
//   multiply<kTiles>(d, a0, a1, a2, a3, operand)         d += popcount(a & B), for tiles of 8 columns

namespace bitbasin::cuda {

// Volatile, so that it stays before the fence of the multiplications that read its result.
template <unsigned kSelect>
__device__ __forceinline__ uint32_t permuted(uint32_t a, uint32_t b) {
  uint32_t v;
  asm volatile("prmt.b32 %0, %1, %2, %3;" : "=r"(v) : "r"(a), "r"(b), "n"(kSelect));
  return v;
}

// The strip with most tiles left, or -1. Counted from the block's own number on, so that not all go to one.
__device__ __forceinline__ int fullest_strip(const int* claimed, const ProductPlan& plan, int lane) {
  int most = 0, which = -1;
  for (int i = lane; i < plan.strips; i += 32) {
    const int strip = (i + static_cast<int>(blockIdx.x)) % plan.strips;
    const int left = plan.tiles - *reinterpret_cast<const volatile int*>(claimed + strip);
    if (left > most) most = left, which = i;
  }
  for (int d = 16; d > 0; d /= 2) {
    const int other = __shfl_xor_sync(~0u, most, d), its = __shfl_xor_sync(~0u, which, d);
    if (other > most || (other == most && its < which)) most = other, which = its;
  }
  return which < 0 ? -1 : (which + static_cast<int>(blockIdx.x)) % plan.strips;
}

template <class Unit, bool kBack, bool kSigns>
__global__ void __launch_bounds__(kGroupThreads, kGroupsPerMultiprocessor)
    product_kernel(ProductArguments arg) {
  constexpr int kChunkBytes = chunk_bytes(kSigns);
  constexpr int kBatchChunks = kBack ? 4 : 8;
  constexpr int kFragments = kBack ? 2 : 1;
  constexpr int kResults = columns(kSigns) / 2;                              // of a fragment, in a thread
  constexpr int kColumnTiles = kSigns ? (kSignPlane + 2) / 2 : kPlanes / 2;  // that mean something
  constexpr int kSlotStep = kBack ? 16 : kBlockSlots;
  extern __shared__ __align__(128) uint8_t shared[];
  __shared__ int next_tile[2];
  __shared__ int next_strip;
  const ProductPlan& plan = arg.plan;
  const int tid = static_cast<int>(threadIdx.x), lane = tid % 32;
  const int warp = __shfl_sync(~0u, tid / 32, 0);  // the compiler sees that it is uniform
  const int own_slot = kBack ? first_slot(warp, lane) : tid;
  const typename Unit::Operand operand = Unit::operand(shared);
  int turn = 0;

  int strip = static_cast<int>(blockIdx.x) % plan.strips;
  while (strip >= 0) {
    const int first = strip * plan.strip_batches;
    // An even number: what is too much has zeros in B.
    const int batches = (min(plan.strip_batches, plan.batches - first) + 1) / 2 * 2;
    {
      const uint4* from = reinterpret_cast<const uint4*>(arg.operand + static_cast<size_t>(first) *
                                                                           (kBatchChunks * kChunkBytes));
      uint4* to = reinterpret_cast<uint4*>(shared);
      const int count = batches * (kBatchChunks * kChunkBytes / 16);
      for (int i = tid; i < count; i += kGroupThreads) to[i] = from[i];
      Unit::publish();
    }

    const auto load = [&](uint4(&v)[8], int tile, int batch) {
      const int k = first + batch;
      const size_t slot = kBack ? arg.layout.slot(min(k, arg.layout.padded_pattern_blocks() - 1), 8 * tile)
                                : arg.layout.slot(tile, min(8 * k, arg.layout.padded_synapse_blocks() - 8));
      const uint4* at = arg.bits + slot + own_slot;
#pragma unroll
      for (int i = 0; i < 8; ++i) v[i] = load_once(at + i * kSlotStep);
    };
    int d[kFragments][kResults];
    const auto clear = [&] {
#pragma unroll
      for (int f = 0; f < kFragments; ++f) {
#pragma unroll
        for (int i = 0; i < kResults; ++i) d[f][i] = 0;
      }
    };
    const auto multiply = [&](uint4(&v)[8], int batch) {
      if constexpr (kBack) {
#pragma unroll
        for (int i = 0; i < 8; ++i) {
          v[i] = make_uint4(permuted<kLowHalves>(v[i].x, v[i].y), permuted<kHighHalves>(v[i].x, v[i].y),
                            permuted<kLowHalves>(v[i].z, v[i].w), permuted<kHighHalves>(v[i].z, v[i].w));
        }
      }
      Unit::begin();
      const auto b = Unit::after(operand, batch * (kBatchChunks * kChunkBytes));
#pragma unroll
      for (int c = 0; c < kBatchChunks; ++c) {
        const auto chunk = Unit::after(b, c * kChunkBytes);
        if constexpr (kBack) {
          const uint4 &one = v[2 * c], &two = v[2 * c + 1];
          Unit::template multiply<kColumnTiles>(d[0], one.x, one.y, two.x, two.y, chunk);
          Unit::template multiply<kColumnTiles>(d[kFragments - 1], one.z, one.w, two.z, two.w, chunk);
        } else {
          Unit::template multiply<kColumnTiles>(d[0], v[c].x, v[c].y, v[c].z, v[c].w, chunk);
        }
      }
      Unit::finish();
    };
    const auto store = [&](int tile) {
#pragma unroll
      for (int f = 0; f < kFragments; ++f) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int at = kBack ? 8 * kBlockSynapses * tile + synapse_of(warp, lane, f, half)
                               : kBlockPatterns * tile + pattern_of(warp, lane, half);
          atomicAdd(arg.sums + at, static_cast<int>(weighted_sum(d[f], half)));
          if constexpr (kSigns) atomicAdd(arg.sign_counts + at, plane_count(d[f], kSignPlane, half));
        }
      }
    };

    // A claim is made a whole tile ahead, and passed on by one thread. Two places take turns, so that one
    // barrier is enough: whoever writes a place again has passed the next barrier after everybody read it.
    int ahead = tid == 0 ? atomicAdd(arg.claimed + strip, 1) : 0;
    const auto next_claim = [&] {
      if (tid == 0) next_tile[turn] = ahead;
      __syncthreads();
      const int claimed = __shfl_sync(~0u, next_tile[turn], 0);  // uniform, or wgmma is serialised
      turn ^= 1;
      if (tid == 0 && claimed < plan.tiles) ahead = atomicAdd(arg.claimed + strip, 1);
      return claimed;
    };
    int tile = next_claim();  // its barrier also is the one between writing B and reading it
    uint4 even[8], odd[8];
    if (tile < plan.tiles) load(even, tile, 0);
    clear();
    while (tile < plan.tiles) {
      int following = 0;
      for (int batch = 0; batch < batches; batch += 2) {
        load(odd, tile, batch + 1);
        multiply(even, batch);
        if (batch + 2 < batches) {
          load(even, tile, batch + 2);
        } else {
          following = next_claim();
          if (following < plan.tiles) load(even, following, 0);
        }
        multiply(odd, batch + 1);
      }
      store(tile);
      clear();
      tile = following;
    }

    if (warp == 0) {
      const int chosen = fullest_strip(arg.claimed, plan, lane);
      if (lane == 0) next_strip = chosen;
    }
    __syncthreads();  // also: nobody reads B any longer
    strip = __shfl_sync(~0u, next_strip, 0);
  }
}

template <class Unit, bool kBack, bool kSigns>
cudaError_t launch_product(const ProductArguments& arg, int multiprocessors, cudaStream_t stream) {
  const auto kernel = product_kernel<Unit, kBack, kSigns>;
  const int bytes = arg.plan.strip_batches * (kBack ? 4 : 8) * chunk_bytes(kSigns);
  // The attributes belong to the kernel, whoever launches it: patterns of another size, in another thread,
  // must not change them before the launch.
  static std::mutex attributes;
  const std::lock_guard lock(attributes);
  cudaError_t failed = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (failed != cudaSuccess) return failed;
  // No more shared memory than the groups need: loads on their way need the rest of L1.
  failed = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, arg.carveout);
  if (failed != cudaSuccess) return failed;
  failed = cudaMemsetAsync(arg.claimed, 0, sizeof(int) * static_cast<size_t>(arg.plan.strips), stream);
  if (failed != cudaSuccess) return failed;
  kernel<<<multiprocessors * kGroupsPerMultiprocessor, kGroupThreads, bytes, stream>>>(arg);
  return cudaGetLastError();
}

template <class Unit>
cudaError_t launch_any(Product which, const ProductArguments& arg, int multiprocessors, cudaStream_t stream) {
  switch (which) {
    case Product::forward:
      return launch_product<Unit, false, false>(arg, multiprocessors, stream);
    case Product::forward_signs:
      return launch_product<Unit, false, true>(arg, multiprocessors, stream);
    case Product::backward:
      break;
  }
  return launch_product<Unit, true, false>(arg, multiprocessors, stream);
}

}  // namespace bitbasin::cuda
