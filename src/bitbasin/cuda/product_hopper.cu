// SPDX-License-Identifier: Apache-2.0
// The products by wgmma on bits, which compute capability 9.0 has: 64 rows of A in the registers of a warp
// group, B in shared memory, all columns at once.
#include "bitbasin/cuda/product_kernel.cuh"

namespace bitbasin::cuda {
namespace {

struct HopperUnit {
  using Operand = uint64_t;  // a matrix descriptor: B by columns, no swizzle (bit_planes.h)

  __device__ static Operand operand(const uint8_t* shared) {
    constexpr uint64_t kAlongK = 128, kAlongColumns = 256;
    const auto address = static_cast<uint64_t>(__cvta_generic_to_shared(shared));
    return (address >> 4 & 0x3FFF) | kAlongK >> 4 << 16 | kAlongColumns >> 4 << 32;
  }
  __device__ static Operand after(Operand b, int bytes) { return b + static_cast<uint64_t>(bytes / 16); }

  // What was stored by threads is read by the tensor cores: to be followed by a barrier.
  __device__ static void publish() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
  __device__ static void begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
  __device__ static void finish() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }

#define BITBASIN_FOUR(i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
  template <int kTiles>
  __device__ static void multiply(int (&d)[24], uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3,
                                  Operand b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n48k256.s32.b1.b1.and.popc "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23}, "
        "{%24,%25,%26,%27}, %28, 1;"
        : BITBASIN_FOUR(0), BITBASIN_FOUR(4), BITBASIN_FOUR(8), BITBASIN_FOUR(12), BITBASIN_FOUR(16),
          BITBASIN_FOUR(20)
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "l"(b));
  }
  template <int kTiles>
  __device__ static void multiply(int (&d)[32], uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3,
                                  Operand b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k256.s32.b1.b1.and.popc "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,"
        "%27,%28,%29,%30,%31}, {%32,%33,%34,%35}, %36, 1;"
        : BITBASIN_FOUR(0), BITBASIN_FOUR(4), BITBASIN_FOUR(8), BITBASIN_FOUR(12), BITBASIN_FOUR(16),
          BITBASIN_FOUR(20), BITBASIN_FOUR(24), BITBASIN_FOUR(28)
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "l"(b));
  }
#undef BITBASIN_FOUR
};

}  // namespace

cudaError_t launch_hopper(Product which, const ProductArguments& arg, int multiprocessors,
                          cudaStream_t stream) {
  return launch_any<HopperUnit>(which, arg, multiprocessors, stream);
}

}  // namespace bitbasin::cuda
