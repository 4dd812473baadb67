// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cuda/vectors.cuh"

#include "bitbasin/cuda/amp_functions.h"
#include "bitbasin/cuda/load_once.cuh"

namespace bitbasin::cuda {
namespace {

constexpr int kThreads = 256;

__device__ __forceinline__ int sum_of_warp(int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}

struct Integers {
  const std::int16_t* v;
  __device__ int operator()(int i) const { return v[i]; }
};
struct Signs {
  const std::uint64_t* w;
  __device__ int operator()(int i) const { return w[i / 64] >> (i % 64) & 1 ? 1 : -1; }
};
struct Rounded {
  const double* v;
  const unsigned long long* largest;
  __device__ int operator()(int i) const { return rounded(v[i], from_bits(*largest)); }
};

// A thread makes word k of all columns of a chunk.
template <bool kBack, bool kSigns, class Vector>
__global__ void __launch_bounds__(kThreads)
    prepare(Vector vector, const std::uint32_t* signs, int count, int chunks, std::uint8_t* operand, int* sum,
            int* set_signs) {
  const int at = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
  const int chunk = at / 8, k = at % 8;
  int total = 0, set = 0;
  if (chunk < chunks) {
    int eight[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int entry = entry_of(kBack, chunk, k, i);
      const bool inside = entry < count;
      eight[i] = inside ? vector(entry) : 0;
      total += eight[i];
      if constexpr (kSigns) {  // bit 12, above those of the entry
        const int sign = inside ? static_cast<int>(signs[entry / 32] >> (entry % 32) & 1) : 0;
        set += sign;
        eight[i] = (eight[i] & ((1 << kPlanes) - 1)) | sign << kSignPlane;
      }
    }
    std::uint8_t* out = operand + static_cast<size_t>(chunk) * chunk_bytes(kSigns);
#pragma unroll
    for (int p = 0; p < columns(kSigns) / 4; ++p) {
      const std::uint32_t mask = p < kPlanes || (kSigns && p == kSignPlane) ? plane_mask(kBack, eight, p) : 0;
#pragma unroll
      for (int s = 0; s < 4; ++s) {
        *reinterpret_cast<std::uint32_t*>(out + operand_offset(p, s, k)) = mask << operand_shift(kBack, s);
      }
    }
  }
  total = sum_of_warp(total);
  if constexpr (kSigns) set = sum_of_warp(set);
  if (threadIdx.x % 32 != 0) return;
  if (total != 0) atomicAdd(sum, total);
  if (kSigns && set != 0) atomicAdd(set_signs, set);
}

template <bool kBack, bool kSigns, class Vector>
cudaError_t launch_prepare(Vector vector, const std::uint32_t* signs, int count, const ProductPlan& plan,
                           std::uint8_t* operand, int* sum, int* set_signs, cudaStream_t stream) {
  const int chunks = plan.strips * plan.strip_batches * (kBack ? 4 : 8);
  prepare<kBack, kSigns><<<divide_up(8 * chunks, kThreads), kThreads, 0, stream>>>(
      vector, signs, count, chunks, operand, sum, set_signs);
  return cudaGetLastError();
}

__global__ void __launch_bounds__(kThreads) finish(int* sums, int count, const int* sum) {
  const int i = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
  if (i < count) sums[i] = signed_sum(sums[i], *sum);
}

__device__ __forceinline__ void add_errors(bool error, unsigned* errors) {
  const int found = __syncthreads_count(error);
  if (threadIdx.x == 0 && found > 0) atomicAdd(errors, static_cast<unsigned>(found));
}

__global__ void __launch_bounds__(kThreads)
    count_by_sums(const int* sums, int count, const int* sum, std::int64_t least, std::int64_t most,
                  unsigned* errors) {
  const int i = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
  const std::int64_t x_w = i < count ? signed_sum(sums[i], *sum) : least;
  add_errors(x_w < least || x_w > most, errors);
}

// x . w = 4 |x & w| - 2 |x| - 2 |w| + N
__global__ void __launch_bounds__(kThreads)
    count_by_signs(const int* counts, const int* ones, BlockLayout layout, std::int64_t least,
                   Scalars* scalars) {
  const int i = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
  const std::int64_t x_w =
      i < layout.patterns ? 4 * counts[i] - 2 * ones[i] - 2 * scalars->forward.set_signs + layout.n : least;
  add_errors(x_w < least, &scalars->forward.errors);
}

// Pieces of 16 KB, eight loads a thread in flight.
template <int kReaders>
__global__ void __launch_bounds__(kReaders) read(const uint4* bits, size_t pieces, unsigned* nowhere) {
  constexpr int kGroups = kReaders / 128;
  const int tid = static_cast<int>(threadIdx.x) % 128;
  const size_t step = static_cast<size_t>(gridDim.x) * kGroups;
  unsigned mixed = 0;
  for (size_t piece = static_cast<size_t>(blockIdx.x) * kGroups + threadIdx.x / 128; piece < pieces;
       piece += step) {
    uint4 v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = load_once(bits + piece * 1024 + tid + i * 128);
#pragma unroll
    for (int i = 0; i < 8; ++i) mixed ^= v[i].x ^ v[i].y ^ v[i].z ^ v[i].w;
  }
  if (mixed == 0x12345678u) *nowhere = mixed;  // or the compiler would leave out the loads
}

}  // namespace

cudaError_t prepare_integers(bool back, const std::int16_t* v, int count, const ProductPlan& plan,
                             std::uint8_t* operand, int* sum, cudaStream_t stream) {
  const Integers vector{v};
  return back ? launch_prepare<true, false>(vector, nullptr, count, plan, operand, sum, nullptr, stream)
              : launch_prepare<false, false>(vector, nullptr, count, plan, operand, sum, nullptr, stream);
}

cudaError_t prepare_signs(const std::uint64_t* w, int count, const ProductPlan& plan, std::uint8_t* operand,
                          int* sum, cudaStream_t stream) {
  return launch_prepare<false, false>(Signs{w}, nullptr, count, plan, operand, sum, nullptr, stream);
}

cudaError_t prepare_forward(const double* m, const std::uint32_t* signs, int count, const ProductPlan& plan,
                            std::uint8_t* operand, Scalars* scalars, cudaStream_t stream) {
  return launch_prepare<false, true>(Rounded{m, &scalars->backward.max_m}, signs, count, plan, operand,
                                     &scalars->forward.sum_m, &scalars->forward.set_signs, stream);
}

cudaError_t prepare_backward(const double* g, int count, const ProductPlan& plan, std::uint8_t* operand,
                             Scalars* scalars, cudaStream_t stream) {
  return launch_prepare<true, false>(Rounded{g, &scalars->forward.max_g}, nullptr, count, plan, operand,
                                     &scalars->backward.sum_g, nullptr, stream);
}

cudaError_t finish_sums(int* sums, int count, const int* sum, cudaStream_t stream) {
  finish<<<divide_up(count, kThreads), kThreads, 0, stream>>>(sums, count, sum);
  return cudaGetLastError();
}

cudaError_t count_outside(const int* sums, int count, const int* sum, std::int64_t least, std::int64_t most,
                          unsigned* errors, cudaStream_t stream) {
  count_by_sums<<<divide_up(count, kThreads), kThreads, 0, stream>>>(sums, count, sum, least, most, errors);
  return cudaGetLastError();
}

cudaError_t count_sign_errors(const int* counts, const int* ones, const BlockLayout& layout,
                              std::int64_t least, Scalars* scalars, cudaStream_t stream) {
  count_by_signs<<<divide_up(layout.patterns, kThreads), kThreads, 0, stream>>>(counts, ones, layout, least,
                                                                                scalars);
  return cudaGetLastError();
}

cudaError_t read_all(int shape, const uint4* bits, std::size_t slots, int multiprocessors, unsigned* nowhere,
                     cudaStream_t stream) {
  const size_t pieces = slots / 1024;
  switch (shape) {
    case 0:
      read<512><<<multiprocessors, 512, 0, stream>>>(bits, pieces, nowhere);
      break;
    case 1:
      read<512><<<2 * multiprocessors, 512, 0, stream>>>(bits, pieces, nowhere);
      break;
    default:
      read<256><<<64 * multiprocessors, 256, 0, stream>>>(bits, pieces, nowhere);
      break;
  }
  return cudaGetLastError();
}

}  // namespace bitbasin::cuda
