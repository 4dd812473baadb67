// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/aligned_array.h"

#include <cstring>
#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bitbasin {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

bool is_large(std::size_t bytes) {
  return bytes >= 2 * kHugePage;
}

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{is_large(bytes) ? kHugePage : kAlignment};
}

// In whole units of the alignment, unless there is no such number.
std::size_t padded(std::size_t bytes) {
  const auto unit = static_cast<std::size_t>(alignment_of(bytes));
  return bytes > std::numeric_limits<std::size_t>::max() - unit ? bytes : (bytes + unit - 1) / unit * unit;
}

}  // namespace

void* allocate_zeroed_lines(std::size_t bytes) {
  const std::size_t size = padded(bytes);
  void* memory = ::operator new(size, alignment_of(bytes));
#ifdef __linux__
  // A wish: whether it is granted changes nothing but the time.
  if (is_large(bytes)) madvise(memory, size, MADV_HUGEPAGE);
#endif
  return std::memset(memory, 0, size);
}

void free_lines(void* memory, std::size_t bytes) {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace bitbasin
