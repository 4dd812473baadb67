// SPDX-License-Identifier: Apache-2.0
// What the library asks of a machine, where the machine is a browser: no exceptions, threads, GPUs or other
// processes.
#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/memory_limit.h"
#include "bitbasin/device/cuda_loader.h"
#include "bitbasin/playground/engine.h"
#include "bitbasin/ranks/rank_calls.h"

namespace bitbasin {

void end_by_error(std::string_view sentence) {
  bitbasin_page_failed(sentence.data(), static_cast<std::uint32_t>(sentence.size()));
  __builtin_trap();
}

void parallel_detail::run(std::size_t count, std::size_t, int, RangeWork call, void* work) {
  call(work, 0, count, 0);
}

// There is only one.
void settle_simd_level() {}

void expect_memory(double bytes, std::string_view what) {
  constexpr double kGiB = 1024.0 * 1024 * 1024, kPage = 2 * kGiB;
  if (bytes > kPage) fail("out of memory: {} would take {:.4g} GiB, and a page has 2", what, bytes / kGiB);
}

// There are no files.
void ByteReader::Close::operator()(gzFile_s*) const {}
ByteReader::~ByteReader() = default;
std::size_t ByteReader::read_from_file() {
  return 0;
}

const BitbasinCuda* find_cuda_module(std::string& why) {
  why = "a browser has none";
  return nullptr;
}

// Never called: there is no RankCalls.
void RankCalls::ask_all(std::string_view) {}
void RankCalls::ask_each(std::span<const std::string>) {}
std::string RankCalls::answer(int, double) {
  return {};
}

}  // namespace bitbasin
