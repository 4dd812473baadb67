// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>

namespace bitbasin {
namespace parallel_detail {

using RangeWork = void (*)(void* work, std::size_t begin, std::size_t end, std::size_t slot);
void run(std::size_t count, std::size_t grain, int threads, RangeWork call, void* work);

}  // namespace parallel_detail

// Calls work(begin, end) on contiguous ranges that cover [0, count), each a multiple of `grain` long but for
// the last, from at most so many threads. Which thread gets which range is left to chance, so `work` must
// give every index the same result whatever range it is in. A work(begin, end, slot) is told which of the
// slots 0 .. threads - 1 it runs in, for memory that threads do not share. The first exception is thrown
// again after all have ended.
//
// Ranges are claimed one by one, and the caller claims too: a thread that the system has put to sleep costs
// at most the range it holds. (With one range per thread and a barrier, as OpenMP has it, a busy machine
// slowed two threads down forty times.)
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
