// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "bitbasin/cuda/product.cuh"

// What stands around a product: the operand B from a vector, and sums and errors from what comes out.

namespace bitbasin::cuda {

// Numbers that the kernels of one iteration leave for each other. Each group is cleared as a whole.
struct Scalars {
  struct BeforeForward {
    int sum_m;  // of the rounded vector
    int set_signs;
    unsigned errors;           // of the signs
    unsigned long long max_g;  // bits of a double >= 0, whose order is that of integers
  } forward;
  struct BeforeBackward {
    int sum_g;
    unsigned long long max_m;
  } backward;
  double variance, root, onsager;  // written whole
};

// B of all chunks that the plan has, and the vector's sum, added to *sum.
cudaError_t prepare_integers(bool back, const std::int16_t* v, int count, const ProductPlan& plan,
                             std::uint8_t* operand, int* sum, cudaStream_t stream);
// The same from words of signs, +1 and -1.
cudaError_t prepare_signs(const std::uint64_t* w, int count, const ProductPlan& plan, std::uint8_t* operand,
                          int* sum, cudaStream_t stream);
// The same from m, rounded by scalars->backward.max_m, with a plane of signs.
cudaError_t prepare_forward(const double* m, const std::uint32_t* signs, int count, const ProductPlan& plan,
                            std::uint8_t* operand, Scalars* scalars, cudaStream_t stream);
// The same from G, rounded by scalars->forward.max_g.
cudaError_t prepare_backward(const double* g, int count, const ProductPlan& plan, std::uint8_t* operand,
                             Scalars* scalars, cudaStream_t stream);

// From sums over set bits to those over signs.
cudaError_t finish_sums(int* sums, int count, const int* sum, cudaStream_t stream);

// Adds to *errors the patterns whose sum is not from least to most.
cudaError_t count_outside(const int* sums, int count, const int* sum, std::int64_t least, std::int64_t most,
                          unsigned* errors, cudaStream_t stream);
// The same for the signs of a product: `counts` of set bits where the sign is set, `ones` of all set bits.
cudaError_t count_sign_errors(const int* counts, const int* ones, const BlockLayout& layout,
                              std::int64_t least, Scalars* scalars, cudaStream_t stream);

// Reads everything once, in one of three shapes, and writes nothing.
inline constexpr int kReadShapes = 3;
cudaError_t read_all(int shape, const uint4* bits, std::size_t slots, int multiprocessors, unsigned* nowhere,
                     cudaStream_t stream);

}  // namespace bitbasin::cuda
