// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_devices_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Commands with the module that is plain C++ in place of CUDA's.
const std::string kPlain = "BITBASIN_CUDA_MODULE='" BITBASIN_PLAIN_CUDA "' ";
const std::string kNowhere = "BITBASIN_CUDA_MODULE=/nowhere ";

TEST(CommandDevices, SaysThatThereIsNone) {
  const Outcome text = run_shell(kNowhere + "bitbasin devices");
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.out, "no GPU: there is no libbitbasin_cuda.so in the program's folder\n");
  const Json json = run_shell(kNowhere + "bitbasin devices --json").json();
  EXPECT_TRUE(json["gpus"].empty());
  EXPECT_EQ(json["why"], "there is no libbitbasin_cuda.so in the program's folder");
  EXPECT_EQ(run_shell(kPlain + "BITBASIN_PLAIN_GPUS=0 bitbasin devices").out,
            "no GPU: this machine has none\n");
}

TEST(CommandDevices, ListsAndMeasures) {
  const Outcome text = run_shell(kPlain + "bitbasin devices --n 65 --alpha 0.5");
  EXPECT_THAT(text.out,
              StartsWith("0: plain C++, 1.0 GiB, 1.0 GiB free, 1 multiprocessors, compute capability 0.0"));
  EXPECT_THAT(text.out, HasSubstr("33 patterns of 65 synapses"));
  EXPECT_THAT(text.out, HasSubstr("backward                   8.000        0        8.000"));
  const Json gpu = run_shell(kPlain + "bitbasin devices --n 65 --alpha 0.5 --json").json()["gpus"][0];
  EXPECT_EQ(gpu["name"], "plain C++");
  EXPECT_EQ(gpu["memory"], 1 << 30);
  EXPECT_EQ(gpu["rates"]["forward_ms"], 2.0);
  EXPECT_FALSE(run_shell(kPlain + "bitbasin devices --quick --json").json()["gpus"][0].contains("rates"));
}

TEST(CommandDevices, SolvesTheSameOnEach) {
  const TempFolder folder;
  const std::string solve = "bitbasin solve perceptron --n 101 --alpha 0.5 --algorithm rbp:rate=0.01 --json ";
  const Json gpu = run_shell(kPlain + solve + "--device cuda --save gpu.txt", folder.path("")).json();
  const Json cpu = run_shell(solve + "--device cpu --save cpu.txt", folder.path("")).json();
  EXPECT_EQ(gpu["solved"], true);
  for (const char* key : {"iterations", "restarts", "work", "errors", "verified"})
    EXPECT_EQ(gpu[key], cpu[key]);
  EXPECT_EQ(run_shell("cmp gpu.txt cpu.txt", folder.path("")).code, 0);
  EXPECT_EQ(
      run_shell("bitbasin check perceptron --n 101 --alpha 0.5 --weights gpu.txt", folder.path("")).code, 0);
}

TEST(CommandDevices, WhatIsMissingIsOneSentence) {
  const std::string solve = "bitbasin solve perceptron --n 1000001 --alpha 0.74 ";
  EXPECT_TRUE(
      run_shell(kNowhere + solve + "--device cuda")
          .is_error_about("expected a GPU with 86.15 GiB of free memory for 740001 patterns of 1000001 "
                          "entries: there is no libbitbasin_cuda.so in the program's folder"));
  EXPECT_TRUE(
      run_shell(kPlain + solve + "--device cuda").is_error_about("entries: plain C++ has 1 GiB free"));
  EXPECT_TRUE(run_shell(solve + "--device tpu").is_error_about("cpu|cuda|auto"));
  EXPECT_TRUE(run_shell(kPlain + "bitbasin solve perceptron --n 11 --alpha 0.5 --algorithm cpr --device cuda")
                  .is_error_about("runs on a GPU"));
}

}  // namespace
}  // namespace bitbasin::command_devices_test
