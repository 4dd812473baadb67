// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "bitbasin/cuda/block_layout.h"

namespace bitbasin::cuda {

// Fills all blocks with the random rows of cuda_module.h; `labels` lies on the GPU.
cudaError_t fill_random(uint4* bits, const BlockLayout& layout, std::uint64_t seed, std::uint64_t purpose,
                        std::uint64_t first, const std::uint64_t* labels, cudaStream_t stream);

// Fills rows of blocks from pattern block `first` on with given rows, `words` on the GPU: whole blocks of 256
// but for the last of all.
cudaError_t fill_given(uint4* bits, const BlockLayout& layout, int first, int rows,
                       const std::uint64_t* words, std::size_t stride, cudaStream_t stream);

}  // namespace bitbasin::cuda
