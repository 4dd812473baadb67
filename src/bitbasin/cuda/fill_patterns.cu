// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cuda/fill_patterns.cuh"

#include <Random123/philox.h>

namespace bitbasin::cuda {
namespace {

constexpr int kQuad = 4;  // words of a Philox block

struct RandomRows {
  uint64_t seed, purpose, first;
  const uint64_t* labels;

  __device__ void read(int row, int quad, uint64_t (&words)[kQuad]) const {
    const bool label = labels[row / 64] >> (row % 64) & 1;
    const auto block = r123::Philox4x64{}(
        {{static_cast<uint64_t>(quad), first + static_cast<uint64_t>(row), 0, 0}}, {{seed, purpose}});
    for (int j = 0; j < kQuad; ++j) words[j] = label ? block.v[j] : ~block.v[j];
  }
};

struct GivenRows {
  int first;
  const uint64_t* from;
  size_t stride;

  __device__ void read(int row, int quad, uint64_t (&words)[kQuad]) const {
    for (int j = 0; j < kQuad; ++j) {
      const size_t word = static_cast<size_t>(quad) * kQuad + j;
      words[j] = word < stride ? from[static_cast<size_t>(row - first) * stride + word] : 0;
    }
  }
};

// A thread block makes four blocks of bits side by side: 256 patterns x 4 words.
template <class Rows>
__global__ void __launch_bounds__(kBlockPatterns)
    arrange(uint4* bits, BlockLayout layout, int first_block, int last_row, Rows rows) {
  __shared__ uint64_t words[kQuad][kBlockPatterns];
  const int pattern_block = first_block + static_cast<int>(blockIdx.y), quad = static_cast<int>(blockIdx.x);
  const int tid = static_cast<int>(threadIdx.x), row = pattern_block * kBlockPatterns + tid;
  uint64_t mine[kQuad] = {};
  if (row < last_row) {
    rows.read(row, quad, mine);
    for (int j = 0; j < kQuad; ++j) {  // no bits past the last synapse
      const int left = layout.n - (quad * kQuad + j) * kBlockSynapses;
      if (left < kBlockSynapses) mine[j] &= left > 0 ? (uint64_t{1} << left) - 1 : 0;
    }
  }
  for (int j = 0; j < kQuad; ++j) words[j][tid] = mine[j];
  __syncthreads();
  for (int i = tid; i < kQuad * kBlockSlots; i += kBlockPatterns) {
    const int j = i / kBlockSlots, slot = i % kBlockSlots;
    bits[layout.slot(pattern_block, quad * kQuad + j) + slot] =
        make_uint4(gather_atom(words[j], slot, 0), gather_atom(words[j], slot, 1),
                   gather_atom(words[j], slot, 2), gather_atom(words[j], slot, 3));
  }
}

}  // namespace

cudaError_t fill_random(uint4* bits, const BlockLayout& layout, std::uint64_t seed, std::uint64_t purpose,
                        std::uint64_t first, const std::uint64_t* labels, cudaStream_t stream) {
  const dim3 grid(layout.padded_synapse_blocks() / kQuad, layout.padded_pattern_blocks());
  arrange<<<grid, kBlockPatterns, 0, stream>>>(bits, layout, 0, layout.patterns,
                                               RandomRows{seed, purpose, first, labels});
  return cudaGetLastError();
}

cudaError_t fill_given(uint4* bits, const BlockLayout& layout, int first, int rows,
                       const std::uint64_t* words, std::size_t stride, cudaStream_t stream) {
  const int first_row = first * kBlockPatterns;
  const bool last = first_row + rows == layout.patterns;  // then also what pads the last square
  const int blocks = (last ? layout.padded_pattern_blocks() : first + rows / kBlockPatterns) - first;
  const dim3 grid(layout.padded_synapse_blocks() / kQuad, blocks);
  arrange<<<grid, kBlockPatterns, 0, stream>>>(bits, layout, first, first_row + rows,
                                               GivenRows{first_row, words, stride});
  return cudaGetLastError();
}

}  // namespace bitbasin::cuda
