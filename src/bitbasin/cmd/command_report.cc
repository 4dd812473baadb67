// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <filesystem>
#include <memory>

#include "bitbasin/base/error.h"
#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/report/page_template.h"
#include "bitbasin/report/report.h"
#include "bitbasin/report/trace_figure.h"

namespace bitbasin {
namespace {

struct Report {
  StoreFlags store;
  std::string trace;
  std::string out;
};

// Draws a trace. Returns the name of the file.
std::string report_trace(const Report& flags) {
  const std::string out = flags.out.empty() ? "trace.svg" : flags.out;
  expect_writable(out);
  ByteReader trace(flags.trace);
  const std::string figure = trace_figure(trace);
  write_file(out, [&](const ByteSink& sink) { sink(figure); });
  return out;
}

std::string report_store(const Report& flags) {
  const std::string out = flags.out.empty() ? "report.html" : flags.out;
  expect_page(page_template());
  expect_writable(out);
  Store store = Store::read(flags.store.path, flags.store.options());
  write_report(page_template(), store, out);
  return out;
}

ExitCode report(const Report& flags, Session& session) {
  const bool traced = !flags.trace.empty();
  if (traced == !flags.store.path.empty()) {
    fail("expected either --store or --trace, got {}", traced ? "both" : "neither");
  }
  const std::string out = traced ? report_trace(flags) : report_store(flags);
  const auto bytes = std::filesystem::file_size(out);
  session.output.result[traced ? "trace" : "store"] = traced ? flags.trace : flags.store.path;
  session.output.result["file"] = out;
  session.output.result["bytes"] = bytes;
  session.output.line("{}: {} kB, opens in any browser", out, bytes / 1000);
  return session.finish(StopReason::none);
}

}  // namespace

void add_report(Command& root) {
  const auto flags = std::make_shared<Report>();
  Command command = root.add_command(
      "report",
      "show the results of a store on one page: claims, charts, and where they come from; or draw a trace",
      {"bitbasin reproduce equilibrium-capacity teacher-transition --store runs.db",
       "bitbasin report --store runs.db --out report.html",
       "bitbasin solve perceptron --n 1001 --alpha 0.7 --trace run.csv",
       "bitbasin report --trace run.csv --out run.svg"},
      [flags](Session& session) { return report(*flags, session); });
  add_store_flags(command, flags->store, false);
  command.add_file("--trace", flags->trace, "trace of a run (solve --trace), to be drawn as SVG instead");
  command.add_file("--out", flags->out,
                   "where to write the page; report.html, or trace.svg for a trace, if not given");
}

}  // namespace bitbasin
