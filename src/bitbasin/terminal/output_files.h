// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <string>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// The files that a command writes: they appear together at the end. If the run is stopped earlier, or a write
// fails, none of them does.
class OutputFiles {
 public:
  explicit OutputFiles(RunControl& control) : control_(control) {}

  // The sink of one more file. A unit of work is a byte; throws Stopped if the control stops it.
  ByteSink open(const std::string& path);
  void commit();

 private:
  RunControl& control_;
  std::list<AtomicFile> files_;
};

}  // namespace bitbasin
