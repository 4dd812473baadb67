// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitbasin_paths.test.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>

#include "bitbasin/device/gpu.h"

namespace bitbasin {

// Sets an environment variable for as long as it lives.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~ScopedVariable() { unsetenv(name_); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
};

// Loads the module that is plain C++ in place of CUDA's.
class WithPlainModule {
  ScopedVariable module_{"BITBASIN_CUDA_MODULE", BITBASIN_PLAIN_CUDA};
};

// A test that runs twice: by the plain module everywhere, and by a GPU where there is one.
class OnAnyModule : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (on_gpu()) {
      const GpuList list = list_gpus();
      if (list.gpus.empty()) GTEST_SKIP() << "not run on a GPU: " << list.why;
    } else {
      setenv("BITBASIN_CUDA_MODULE", BITBASIN_PLAIN_CUDA, 1);
    }
  }
  void TearDown() override {
    if (!on_gpu()) unsetenv("BITBASIN_CUDA_MODULE");
  }
  static bool on_gpu() { return std::string(GetParam()) == "gpu"; }
};

inline const auto kModules = testing::Values("plain", "gpu");
inline std::string module_name(const testing::TestParamInfo<const char*>& info) {
  return info.param;
}

}  // namespace bitbasin
