// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/report_page.h"

#include "bitbasin/data/atomic_file.h"
#include "bitbasin/report/page_template.h"
#include "bitbasin/report/report.h"

namespace bitbasin {

bool has_page() {
  return !page_template().empty();
}

void write_report(Store& store, const Results& results, const std::optional<JudgedReproduction>& reproduction,
                  const std::string& path) {
  const std::string page = fill_page(page_template(), report_data(store, results, reproduction));
  write_file(path, [&](const ByteSink& sink) { sink(page); });
}

}  // namespace bitbasin
