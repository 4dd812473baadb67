// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <filesystem>
#include <memory>

#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/report/page_template.h"
#include "bitbasin/report/report.h"

namespace bitbasin {
namespace {

struct Report {
  StoreFlags store;
  std::string out = "report.html";
};

ExitCode report(const Report& flags, Session& session) {
  expect_page(page_template());
  expect_writable(flags.out);
  Store store = Store::read(flags.store.path, flags.store.options());
  write_report(page_template(), store, flags.out);
  const auto bytes = std::filesystem::file_size(flags.out);
  session.output.result["store"] = flags.store.path;
  session.output.result["file"] = flags.out;
  session.output.result["bytes"] = bytes;
  session.output.line("{}: {} kB, opens in any browser", flags.out, bytes / 1000);
  return session.finish(StopReason::none);
}

}  // namespace

void add_report(Command& root) {
  const auto flags = std::make_shared<Report>();
  Command command = root.add_command(
      "report", "show the results of a store on one page: claims, charts, and where they come from",
      {"bitbasin reproduce equilibrium-capacity teacher-transition --store runs.db",
       "bitbasin report --store runs.db --out report.html"},
      [flags](Session& session) { return report(*flags, session); });
  add_store_flags(command, flags->store, true);
  command.add_file("--out", flags->out, "where to write the page; report.html if not given");
}

}  // namespace bitbasin
