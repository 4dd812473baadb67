// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>

#include "bitbasin/base/error.h"
#include "bitbasin/sweep/launcher.h"
#include "bitbasin/terminal/help.h"

namespace bitbasin {
namespace {

struct HelpOptions {
  std::vector<std::string> words;
  bool markdown = false;
};

ExitCode run_help(const CLI::App& root, const HelpOptions& options, Session& session) {
  if (launched_rank() > 0) return kDone;  // rank 0 answers alone
  if (options.markdown && !options.words.empty()) {
    fail("expected --markdown alone because it prints all commands but got {}", quote(options.words.front()));
  }
  const std::string text =
      options.markdown ? help_markdown(root) : help_text(find_command(root, options.words));
  session.output.text(text);
  session.output.result["text"] = text;
  return session.finish(StopReason::none);
}

}  // namespace

void add_help(Command& root) {
  const auto options = std::make_shared<HelpOptions>();
  Command help = root.add_command(
      "help", "print the help of a command", {"bitbasin help generate perceptron"},
      [options, app = &root.app()](Session& session) { return run_help(*app, *options, session); });
  help.add_words("COMMAND", options->words, "command to describe; the program if none is named");
  help.add_switch("--markdown", options->markdown, "print the reference of all commands as Markdown");
}

}  // namespace bitbasin
