// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/cuda/cuda_module.h"

namespace bitbasin {

// The table of libbitbasin_cuda.so, from the program's folder or from where an installed program has its
// modules; BITBASIN_CUDA_MODULE names another file. Null where there is none, and `why` is then the rest of a
// sentence.
const BitbasinCuda* find_cuda_module(std::string& why);

}  // namespace bitbasin
