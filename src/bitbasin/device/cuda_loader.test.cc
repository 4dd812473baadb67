// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/device/cuda_loader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bitbasin/device/with_module.test.h"

namespace bitbasin::cuda_loader_test {
namespace {

// Tests run at the same time, in processes of their own.
std::string temporary_file(const std::string& name) {
  return testing::TempDir() + "bitbasin_" + std::to_string(getpid()) + name;
}

// What the C compiler says to a line of C that sees the table; 0 if it likes it.
int compile(const std::string& line, const std::string& flags) {
  const std::string source = temporary_file(".c");
  std::ofstream(source) << "#include \"bitbasin/cuda/cuda_module.h\"\n" << line << '\n';
  const int status = std::system((BITBASIN_C_COMPILER " -std=c11 -Wall -Wextra -Wpedantic -Werror -I " +
                                  std::string(BITBASIN_SOURCE_DIR "/src ") + flags + " " + source)
                                     .c_str());
  std::filesystem::remove(source);
  return status;
}

TEST(CudaLoader, TheTableIsPlainC) {
  EXPECT_EQ(
      compile("int main(void) { struct BitbasinCuda table = {0}; return table.version; }", "-fsyntax-only"),
      0);
}

TEST(CudaLoader, FindsTheModuleThatIsNamed) {
  const WithPlainModule plain;
  std::string why;
  const BitbasinCuda* module = find_cuda_module(why);
  ASSERT_NE(module, nullptr) << why;
  EXPECT_EQ(module->version, kBitbasinCudaVersion);
}

TEST(CudaLoader, RefusesAnotherVersion) {
  const std::string path = temporary_file("_other_version.so");
  ASSERT_EQ(compile("const struct BitbasinCuda bitbasin_cuda = {kBitbasinCudaVersion + 1};",
                    "-Wno-missing-field-initializers -shared -fPIC -o " + path),
            0);
  const ScopedVariable other("BITBASIN_CUDA_MODULE", path);
  std::string why;
  EXPECT_EQ(find_cuda_module(why), nullptr);
  EXPECT_EQ(why, std::filesystem::path(path).filename().string() + " belongs to another version");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace bitbasin::cuda_loader_test
