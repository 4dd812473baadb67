// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bitbasin/task/stream_keys.h"
#include "bitbasin/terminal/session.h"

namespace bitbasin {

// `solve perceptron --online`: a teacher's patterns, each of them seen once.
struct OnlineRequest {
  StreamParameters stream;
  std::uint64_t budget = 0;
  std::string trace, save;  // files; empty: none
};
ExitCode run_online(const OnlineRequest& request, Session& session);

}  // namespace bitbasin
