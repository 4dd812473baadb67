// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/output_files.h"

#include "bitbasin/terminal/session.h"

namespace bitbasin {

ByteSink OutputFiles::open(const std::string& path) {
  AtomicFile& file = files_.emplace_back(path);
  return [this, &file](std::string_view bytes) {
    if (bytes.empty()) return;
    if (!control_.spend(bytes.size())) throw Stopped{control_.stop_reason()};
    file.write(bytes);
    control_.report({"bytes written:", control_.spent()});
  };
}

void OutputFiles::commit() {
  for (AtomicFile& file : files_) file.commit();
  files_.clear();
}

}  // namespace bitbasin
