// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cuda/amp_steps.cuh"

#include "bitbasin/cuda/amp_functions.h"

namespace bitbasin::cuda {
namespace {

constexpr int kThreads = 256;

__device__ __forceinline__ int thread_index() {
  return static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
}

// For numbers >= 0: their bits have the same order.
__device__ __forceinline__ void take_largest(double v, unsigned long long* largest) {
  unsigned long long bits = to_bits(v);
  for (int d = 16; d > 0; d /= 2) bits = max(bits, __shfl_xor_sync(~0u, bits, d));
  if (threadIdx.x % 32 == 0 && bits != 0) atomicMax(largest, bits);
}

__device__ __forceinline__ void store_signs(bool up, int i, std::uint32_t* signs) {
  const std::uint32_t word = __ballot_sync(~0u, up);
  if (threadIdx.x % 32 == 0) signs[i / 32] = word;
}

__global__ void __launch_bounds__(kThreads)
    magnetise_all(const double* theta, double* m, std::uint32_t* signs, int n, Scalars* scalars) {
  const int i = thread_index();
  double size = 0;
  if (i < n) {
    m[i] = tanh_of(theta[i]);
    size = fabs(m[i]);
  }
  take_largest(size, &scalars->backward.max_m);
  store_signs(i < n && theta[i] >= 0, i, signs);
}

__global__ void __launch_bounds__(kThreads)
    respond_all(const int* sums, double* g, double* gam, int patterns, double threshold, Scalars* scalars) {
  const int k = thread_index();
  double size = 0;
  if (k < patterns) {
    const double unit = unit_of(from_bits(scalars->backward.max_m));
    const double w = unit * signed_sum(sums[k], scalars->forward.sum_m);
    const PatternResponse response = respond(w, g[k], threshold, scalars->variance, scalars->root);
    g[k] = response.g;
    gam[k] = response.gam;
    size = fabs(response.g);
  }
  take_largest(size, &scalars->forward.max_g);
}

__global__ void __launch_bounds__(kThreads)
    update_all(const int* sums, double* theta, double* m, std::uint32_t* signs, int n, double fresh,
               double memory, Scalars* scalars) {
  const int i = thread_index();
  double size = 0;
  bool up = false;
  if (i < n) {
    const double unit = unit_of(from_bits(scalars->forward.max_g));
    const double u = unit * signed_sum(sums[i], scalars->backward.sum_g);
    const double field = new_field(u, m[i], scalars->onsager, theta[i], fresh, memory);
    theta[i] = field;
    m[i] = tanh_of(field);
    size = fabs(m[i]);
    up = field >= 0;
  }
  take_largest(size, &scalars->backward.max_m);
  store_signs(up, i, signs);
}

// ordered_sum() of amp.h: eight sums side by side, each in its order. One warp takes 512 values at a time
// into registers while the next ones are on their way; every lane follows the sum of its number modulo 8.
template <bool kVariance>
__global__ void __launch_bounds__(32) sum_in_order(const double* v, int count, Scalars* scalars) {
  constexpr int kRows = 16, kSide = 8;
  const int lane = static_cast<int>(threadIdx.x), whole = count / kSide * kSide;
  const auto term = [](double x) { return kVariance ? 1 - x * x : x; };
  double now[kRows], next[kRows], sum = 0;
  const auto fetch = [&](int base) {
#pragma unroll
    for (int c = 0; c < kRows; ++c) {
      const int i = base + 32 * c + lane;
      next[c] = i < whole ? v[i] : 0;
    }
  };
  fetch(0);
  for (int base = 0; base < whole; base += 32 * kRows) {
#pragma unroll
    for (int c = 0; c < kRows; ++c) now[c] = term(next[c]);
    fetch(base + 32 * kRows);
#pragma unroll
    for (int c = 0; c < kRows; ++c) {
#pragma unroll
      for (int q = 0; q < 32 / kSide; ++q) {
        const double x = __shfl_sync(~0u, now[c], kSide * q + lane % kSide);
        if (base + 32 * c + kSide * q < whole) sum += x;
      }
    }
  }
  if (lane == 0) {
    for (int i = whole; i < count; ++i) sum += term(v[i]);
  }
  double part[kSide];
#pragma unroll
  for (int j = 0; j < kSide; ++j) part[j] = __shfl_sync(~0u, sum, j);
  if (lane != 0) return;
  const double total =
      ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
  if (kVariance) {
    scalars->variance = variance_of(total);
    scalars->root = sqrt(scalars->variance);
  } else {
    scalars->onsager = total;
  }
}

}  // namespace

cudaError_t magnetise(const double* theta, double* m, std::uint32_t* signs, int n, Scalars* scalars,
                      cudaStream_t stream) {
  magnetise_all<<<divide_up(n, kThreads), kThreads, 0, stream>>>(theta, m, signs, n, scalars);
  return cudaGetLastError();
}

cudaError_t step_patterns(const int* sums, double* g, double* gam, int patterns, double threshold,
                          Scalars* scalars, cudaStream_t stream) {
  respond_all<<<divide_up(patterns, kThreads), kThreads, 0, stream>>>(sums, g, gam, patterns, threshold,
                                                                      scalars);
  return cudaGetLastError();
}

cudaError_t step_synapses(const int* sums, double* theta, double* m, std::uint32_t* signs, int n,
                          double fresh, double memory, Scalars* scalars, cudaStream_t stream) {
  update_all<<<divide_up(n, kThreads), kThreads, 0, stream>>>(sums, theta, m, signs, n, fresh, memory,
                                                              scalars);
  return cudaGetLastError();
}

cudaError_t sum_variance(const double* m, int n, Scalars* scalars, cudaStream_t stream) {
  sum_in_order<true><<<1, 32, 0, stream>>>(m, n, scalars);
  return cudaGetLastError();
}

cudaError_t sum_onsager(const double* gam, int patterns, Scalars* scalars, cudaStream_t stream) {
  sum_in_order<false><<<1, 32, 0, stream>>>(gam, patterns, scalars);
  return cudaGetLastError();
}

}  // namespace bitbasin::cuda
