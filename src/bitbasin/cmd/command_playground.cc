// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/report/base64.h"
#include "bitbasin/report/page_template.h"

namespace bitbasin {
namespace {

struct Playground {
  std::string out = "playground.html";
  std::string model;
};

// The page with another model in the place of its own.
std::string with_model(std::string_view page, const Model& model) {
  constexpr std::string_view kBegin = "<script id=\"model\" type=\"text/plain\">", kEnd = "</script>";
  const std::size_t begin = page.find(kBegin) + kBegin.size();
  const std::string bytes = collect([&](const ByteSink& sink) { format_model(sink, model); });
  std::string result(page.substr(0, begin));
  return result.append(base64(bytes)).append(page.substr(page.find(kEnd, begin)));
}

ExitCode playground(const Playground& flags, Session& session) {
  const std::string_view page = playground_template();
  if (page.empty()) {
    fail(
        "bitbasin was built without the playground, which needs clang 19 for WebAssembly: run 'make "
        "playground'");
  }
  const std::string filled =
      flags.model.empty() ? std::string(page) : with_model(page, read_model(flags.model));
  write_file(flags.out, [&](const ByteSink& sink) { sink(filled); });
  session.output.result["file"] = flags.out;
  session.output.result["bytes"] = filled.size();
  session.output.line("{}: {} kB, opens in any browser", flags.out, filled.size() / 1000);
  return session.finish(StopReason::none);
}

}  // namespace

void add_playground(Command& root) {
  const auto flags = std::make_shared<Playground>();
  Command command = root.add_command("playground",
                                     "write a page that runs bitbasin in a browser: learn, look around "
                                     "solutions, draw digits, satisfy formulas",
                                     {"bitbasin playground --out page.html"},
                                     [flags](Session& session) { return playground(*flags, session); });
  command.add_output_file("--out", flags->out, "where to write the page");
  command.add_file("--model", flags->model,
                   "model file that answers drawings, instead of the one in the page");
}

}  // namespace bitbasin
