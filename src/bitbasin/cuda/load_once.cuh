// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin::cuda {

// Of what is read once: it does not go into L1. Volatile, so that loads stay in their order, many at a time.
__device__ __forceinline__ uint4 load_once(const uint4* at) {
  uint4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(at));
  return v;
}

}  // namespace bitbasin::cuda
