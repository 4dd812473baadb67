// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "bitbasin/cuda/vectors.cuh"

// The parts of perceptron/messages/amp.h between the products.

namespace bitbasin::cuda {

// m = tanh theta, the signs of theta, and the largest |m|.
cudaError_t magnetise(const double* theta, double* m, std::uint32_t* signs, int n, Scalars* scalars,
                      cudaStream_t stream);

// From X m, as sums over set bits, to G and Gam, and the largest |G|.
cudaError_t step_patterns(const int* sums, double* g, double* gam, int patterns, double threshold,
                          Scalars* scalars, cudaStream_t stream);

// From X^T G, likewise, to theta, m and the signs, and the largest |m|.
cudaError_t step_synapses(const int* sums, double* theta, double* m, std::uint32_t* signs, int n,
                          double fresh, double memory, Scalars* scalars, cudaStream_t stream);

// The sums of amp.h in their order: V from m, and Onsager's from Gam.
cudaError_t sum_variance(const double* m, int n, Scalars* scalars, cudaStream_t stream);
cudaError_t sum_onsager(const double* gam, int patterns, Scalars* scalars, cudaStream_t stream);

}  // namespace bitbasin::cuda
