// SPDX-License-Identifier: Apache-2.0
#pragma once

// Marks functions that are compiled for the GPU and, so that tests can check them anywhere, for the host.
#ifdef __CUDACC__
#define BITBASIN_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define BITBASIN_HOST_DEVICE inline
#endif
