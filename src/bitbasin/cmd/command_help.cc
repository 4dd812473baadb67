// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <filesystem>
#include <memory>

#include "bitbasin/base/error.h"
#include "bitbasin/ranks/launcher.h"
#include "bitbasin/terminal/help.h"
#include "bitbasin/terminal/man_page.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

struct HelpOptions {
  std::vector<std::string> words;
  bool markdown = false;
  std::string man;  // a folder
};

ExitCode write_man_pages(const CLI::App& root, const std::string& folder, Session& session) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail("cannot create the folder {}: {}", folder, error.message());
  RunControl control = session.control();
  OutputFiles files(control);
  const std::vector<ManPage> pages = man_pages(root);
  for (const ManPage& page : pages)
    files.open((std::filesystem::path(folder) / page.file).string())(page.text);
  files.commit();
  session.output.result["path"] = folder;
  session.output.result["pages"] = pages.size();
  session.output.note("wrote {} man pages to {}", pages.size(), folder);
  return session.finish(StopReason::none);
}

ExitCode run_help(const CLI::App& root, const HelpOptions& options, Session& session) {
  if (launched_rank() > 0) return kDone;  // rank 0 answers alone
  if ((options.markdown || !options.man.empty()) && !options.words.empty()) {
    fail("{} covers all commands and takes no command name, got {}",
         options.markdown ? "--markdown" : "--man", quote(options.words.front()));
  }
  if (!options.man.empty()) return write_man_pages(root, options.man, session);
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
      "help", "print the help of a command",
      {"bitbasin help generate perceptron", "bitbasin help --man pages"},
      [options, app = &root.app()](Session& session) { return run_help(*app, *options, session); });
  help.add_words("COMMAND", options->words, "command to describe; the program if none is named");
  help.add_switch("--markdown", options->markdown, "print the reference of all commands as Markdown");
  help.add_file("--man", options->man, "write a man page of every command to this folder");
}

}  // namespace bitbasin
