// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/store/rows.test.h"

namespace bitbasin {

// Hundreds of tasks of a millisecond or so.
inline constexpr const char* kMany = R"(
[[sweep]]
kind = "solve perceptron"
n = 101
alpha = [0.5, 0.7]
algorithm = ["sbpi", "rbp"]
budget = 30000
instances = 100
[[sweep]]
kind = "theory equilibrium"
alpha = "0.1:0.8:20"
)";

// Tasks that end only when they are stopped.
inline constexpr const char* kEndless = R"(
[[sweep]]
kind = "theory equilibrium"
alpha = "0.1:0.8:20"
[[sweep]]
kind = "solve perceptron"
n = 201
alpha = 2
algorithm = "sa:sweeps=1000000000"
instances = 4
)";

inline std::uintmax_t size_of(const std::string& path) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  return ignored ? 0 : size;
}

inline Outcome sweep(const TempFolder& folder, const std::string& arguments) {
  return run_bitbasin("sweep " + arguments, folder.path());
}

inline std::vector<std::string> rows_of_a_whole_run(const char* text) {
  const TempFolder folder;
  folder.add("a.toml", text);
  EXPECT_EQ(sweep(folder, "a.toml --store whole.db").code, 0);
  return rows_of(folder.path("whole.db"));
}

// Of the 24 tasks of kEndless some are done and stored, and the four that never end remain.
inline void expect_stopped(const TempFolder& folder, const Outcome& stopped, const char* reason) {
  const auto json = stopped.json();
  EXPECT_EQ(json["stop_reason"], reason);
  EXPECT_GE(json["remaining"], 4);
  EXPECT_EQ(json["done"].get<int>() + json["remaining"].get<int>(), 24);
  EXPECT_EQ(rows_of(folder.path("runs.db")).size(), json["done"]);
}

}  // namespace bitbasin
