// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

class GzipEncoder;

// A file that appears whole or not at all: bytes go to a temporary name in the same folder, commit() renames
// it, and without commit() the destructor removes it. A name that ends in .gz is compressed; the same bytes
// give the same file (no time stamp in the header). A device or pipe is written directly, because renaming
// would replace it.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();

 private:
  void put(std::string_view bytes, bool last);
  void write_raw(std::string_view bytes);

  std::string path_;       // as the user wrote it
  std::string target_;     // with links followed
  std::string temporary_;  // empty for a device
  std::unique_ptr<GzipEncoder> gzip_;
  std::string pending_;  // gathered, so that a writer may pass its bytes in small pieces
  int fd_ = -1;
};

// Fails, with the same sentence as writing, if no file can be written to `path`. Call it before the work
// whose result goes there. Leaves no trace.
void expect_writable(const std::string& path);

// Writes what `body` puts into its sink to `path`, or throws and leaves no trace.
void write_file(const std::string& path, const std::function<void(const ByteSink&)>& body);

}  // namespace bitbasin
