// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/aligned_array.h"

#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bitbasin {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

std::size_t whole(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

void* allocate_zeroed_lines(std::size_t bytes) {
  const bool large = bytes >= 2 * kHugePage;
  const std::size_t unit = large ? kHugePage : kAlignment, size = whole(bytes, unit);
  void* memory = size < bytes ? nullptr : std::aligned_alloc(unit, size);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
  // A wish: whether it is granted changes nothing but the time.
  if (large) madvise(memory, size, MADV_HUGEPAGE);
#endif
  return std::memset(memory, 0, size);
}

void free_lines(void* memory) {
  std::free(memory);
}

}  // namespace bitbasin
