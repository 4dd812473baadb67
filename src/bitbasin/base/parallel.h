// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>

namespace bitbasin {

// Calls work(begin, end) on contiguous ranges that cover [0, count), one range per thread, each a multiple
// of `grain` long but for the last. The ranges depend on the number of threads, so `work` must give every
// index the same result whatever range it is in. The first exception is thrown again after all have ended.
template <class Work>
void parallel_ranges(std::size_t count, std::size_t grain, int threads, Work work) {
  const std::size_t grains = (count + grain - 1) / grain;
  const std::size_t ranges = std::min(grains, static_cast<std::size_t>(std::max(threads, 1)));
  if (ranges <= 1) {
    if (count > 0) work(std::size_t{0}, count);
    return;
  }
  std::exception_ptr error;
#pragma omp parallel for num_threads(static_cast <int>(ranges)) schedule(static, 1)
  for (std::size_t t = 0; t < ranges; ++t) {
    try {
      work(grains * t / ranges * grain, std::min(count, grains * (t + 1) / ranges * grain));
    } catch (...) {
#pragma omp critical(bitbasin_parallel_error)
      if (!error) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace bitbasin
