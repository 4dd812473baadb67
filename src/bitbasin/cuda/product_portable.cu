// SPDX-License-Identifier: Apache-2.0
// The products by mma.sync on bits, from compute capability 8.0 on: 16 rows of A in the registers of a warp,
// B from shared memory, 8 columns at a time.
#include "bitbasin/cuda/product_kernel.cuh"

namespace bitbasin::cuda {
namespace {

struct PortableUnit {
  using Operand = const uint32_t*;  // this lane's word of the first eight columns

  __device__ static Operand operand(const uint8_t* shared) {
    return reinterpret_cast<const uint32_t*>(shared) + threadIdx.x % 32;
  }
  __device__ static Operand after(Operand b, int bytes) { return b + bytes / 4; }
  __device__ static void publish() {}
  __device__ static void begin() {}
  __device__ static void finish() {}

  template <int kTiles, int kResults>
  __device__ static void multiply(int (&d)[kResults], uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3,
                                  Operand b) {
#pragma unroll
    for (int j = 0; j < kTiles; ++j) {
      asm volatile(
          "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
          "{%0,%1,%2,%3};"
          : "+r"(d[4 * j]), "+r"(d[4 * j + 1]), "+r"(d[4 * j + 2]), "+r"(d[4 * j + 3])
          : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b[64 * j]), "r"(b[64 * j + 32]));
    }
  }
};

}  // namespace

cudaError_t launch_portable(Product which, const ProductArguments& arg, int multiprocessors,
                            cudaStream_t stream) {
  return launch_any<PortableUnit>(which, arg, multiprocessors, stream);
}

}  // namespace bitbasin::cuda
