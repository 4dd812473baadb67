// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/report/page_template.h"

namespace bitbasin {
namespace {

struct Playground {
  std::string out = "playground.html";
};

ExitCode playground(const Playground& flags, Session& session) {
  const std::string_view page = playground_template();
  if (page.empty()) {
    fail(
        "bitbasin was built without the playground, which needs clang 19 for WebAssembly: run 'make "
        "playground'");
  }
  write_file(flags.out, [&](const ByteSink& sink) { sink(page); });
  session.output.result["file"] = flags.out;
  session.output.result["bytes"] = page.size();
  session.output.line("{}: {} kB, opens in any browser", flags.out, page.size() / 1000);
  return session.finish(StopReason::none);
}

}  // namespace

void add_playground(Command& root) {
  const auto flags = std::make_shared<Playground>();
  Command command = root.add_command(
      "playground",
      "write a page that runs bitbasin in a browser: learn, look around solutions, satisfy formulas",
      {"bitbasin playground --out page.html"},
      [flags](Session& session) { return playground(*flags, session); });
  command.add_output_file("--out", flags->out, "where to write the page");
}

}  // namespace bitbasin
