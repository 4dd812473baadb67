// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/task/problem.h"

namespace bitbasin {

// The iterations of a run as CSV (doc/reference/formats.md). The file appears when it is committed, which is
// to be done after an interrupt as well.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);

  void add(const TracePoint& point, double seconds);
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
};

}  // namespace bitbasin
