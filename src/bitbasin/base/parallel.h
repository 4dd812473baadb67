// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>

namespace bitbasin {
namespace parallel_detail {

using RangeWork = void (*)(void* work, std::size_t begin, std::size_t end, std::size_t slot);
void run(std::size_t count, std::size_t grain, int threads, RangeWork call, void* work);

}  // namespace parallel_detail

// Calls work(begin, end) on contiguous ranges that cover [0, count), each a multiple of `grain` long except
// for the last, on at most `threads` threads. Which thread gets which range is not determined, so `work` must
// give the same result for an index in any range. A work(begin, end, slot) is told in which of the slots 0 ..
// threads - 1 it runs, for memory that is not shared. The first exception is rethrown after all threads have
// finished.
//
// Ranges are claimed one by one, by the caller too, so a thread that the system puts to sleep delays at most
// the range it holds. (With one range per thread and a barrier, as in OpenMP, a busy machine slowed two
// threads down forty times.)
template <class Work>
void parallel_ranges(std::size_t count, std::size_t grain, int threads, Work work) {
  const auto call = [](void* w, std::size_t begin, std::size_t end, std::size_t slot) {
    if constexpr (std::invocable<Work&, std::size_t, std::size_t, std::size_t>) {
      (*static_cast<Work*>(w))(begin, end, slot);
    } else {
      (*static_cast<Work*>(w))(begin, end);
    }
  };
  if (count == 0) return;
  if (threads <= 1 || count <= grain) {
    call(&work, 0, count, 0);
  } else {
    parallel_detail::run(count, grain, threads, call, &work);
  }
}

}  // namespace bitbasin
