// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/device/gpu_patterns.h"

#include <gmock/gmock.h>

#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/device/cuda_loader.h"
#include "bitbasin/device/gpu.h"
#include "bitbasin/device/with_module.test.h"

namespace bitbasin::gpu_patterns_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

// Three rows of three signs: + - -, + + -, - + +.
constexpr std::uint64_t kRows[] = {0b001, 0b011, 0b110};

BitbasinPatternSource given_rows() {
  BitbasinPatternSource source{};
  source.gpu = GpuPatterns::kAnyGpu;
  source.n = 3;
  source.patterns = 3;
  source.rows = kRows;
  source.stride = 1;
  return source;
}

class GpuPatternsTest : public OnAnyModule {};
INSTANTIATE_TEST_SUITE_P(Modules, GpuPatternsTest, kModules, module_name);

TEST_P(GpuPatternsTest, MultiplyByHand) {
  GpuPatterns x(given_rows());
  EXPECT_EQ(x.n(), 3u);
  EXPECT_EQ(x.patterns(), 3u);
  const std::vector<std::int16_t> in{1, -20, 2047};
  std::vector<std::int32_t> out(3);
  x.forward(in, out);
  EXPECT_EQ(out, (std::vector<std::int32_t>{1 + 20 - 2047, 1 - 20 - 2047, -1 - 20 + 2047}));
  x.backward(in, out);
  EXPECT_EQ(out, (std::vector<std::int32_t>{1 - 20 - 2047, -1 - 20 + 2047, -1 + 20 + 2047}));
  const std::uint64_t w = 0b011;  // sums 1, 3, -1
  EXPECT_EQ(x.count_errors({&w, 1}, 1, 3), 1u);
  EXPECT_EQ(x.count_errors({&w, 1}, 1, 1), 2u);
  EXPECT_EQ(x.count_errors({&w, 1}, -1, 3), 0u);
}

TEST_P(GpuPatternsTest, MeasureSomething) {
  const BitbasinRates rates = GpuPatterns(given_rows()).measure(1);
  EXPECT_GT(rates.read_ms, 0);
  EXPECT_GT(rates.forward_ms, 0);
  EXPECT_GT(rates.backward_ms, 0);
}

// Never read: what is asked for fails before.
BitbasinPatternSource gibibyte_of_rows() {
  BitbasinPatternSource source = given_rows();
  source.n = std::size_t{1} << 20;
  source.patterns = std::size_t{1} << 13;
  return source;
}

TEST(GpuPatterns, AMissingModuleIsASentenceWithTheBytes) {
  const ScopedVariable nowhere("BITBASIN_CUDA_MODULE", "/nowhere/module.so");
  EXPECT_THAT(
      [] { GpuPatterns{gibibyte_of_rows()}; },
      ThrowsMessage<Error>("expected a GPU with 1 GiB of free memory for 8192 patterns of 1048576 entries: "
                           "there is no libbitbasin_cuda.so in the program's folder"));
}

TEST(GpuPatterns, AFileThatIsNoModuleIsASentence) {
  const ScopedVariable self("BITBASIN_CUDA_MODULE", BITBASIN_SOURCE_DIR "/README.md");
  EXPECT_THAT([] { GpuPatterns{given_rows()}; },
              ThrowsMessage<Error>(AllOf(StartsWith("expected a GPU with"), HasSubstr("cannot be loaded"))));
}

TEST(GpuPatterns, TooLittleMemoryIsASentence) {
  const WithPlainModule plain;
  const ScopedVariable memory("BITBASIN_PLAIN_MEMORY", "536870912");
  EXPECT_THAT(
      [] { GpuPatterns{gibibyte_of_rows()}; },
      ThrowsMessage<Error>("expected a GPU with 1 GiB of free memory for 8192 patterns of 1048576 entries: "
                           "plain C++ has 0.5 GiB free"));
}

TEST(GpuPatterns, AMachineWithoutGpusIsASentence) {
  const WithPlainModule plain;
  const ScopedVariable none("BITBASIN_PLAIN_GPUS", "0");
  EXPECT_THAT([] { GpuPatterns{given_rows()}; },
              ThrowsMessage<Error>(HasSubstr("entries: this machine has none")));
  EXPECT_EQ(list_gpus().why, "this machine has none");
}

TEST(GpuPatterns, WhatTheModuleSaysIsTold) {
  const WithPlainModule plain;
  const ScopedVariable broken("BITBASIN_PLAIN_GPUS", "-1");
  EXPECT_THAT([] { GpuPatterns{given_rows()}; },
              ThrowsMessage<Error>(HasSubstr("entries: CUDA failed to find a GPU: no driver")));
}

TEST(Gpu, OnlyWhatIsWorthItGoesToAGpuByItself) {
  const WithPlainModule plain;
  const ScopedVariable memory("BITBASIN_PLAIN_MEMORY", "1000000000");
  EXPECT_TRUE(goes_to_gpu(Device::cuda, 11, 7));
  EXPECT_FALSE(goes_to_gpu(Device::cpu, 100001, 70001));
  EXPECT_FALSE(goes_to_gpu({}, 1001, 701));
  EXPECT_TRUE(goes_to_gpu({}, 100001, 70001));
  EXPECT_FALSE(goes_to_gpu({}, 1000001, 700001)) << "has no room there";
  const ScopedVariable none("BITBASIN_PLAIN_GPUS", "0");
  EXPECT_FALSE(goes_to_gpu({}, 100001, 70001));
}

}  // namespace
}  // namespace bitbasin::gpu_patterns_test
