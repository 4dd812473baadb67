// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>

#include "bitbasin/terminal/completion.h"

namespace bitbasin {
namespace {

ExitCode run_completion(const CLI::App& root, const std::string& shell, Session& session) {
  const std::string script = shell == "bash"  ? bash_completion(root)
                             : shell == "zsh" ? zsh_completion(root)
                                              : fish_completion(root);
  session.output.text(script);
  session.output.result["shell"] = shell;
  session.output.result["script"] = script;
  return session.finish(StopReason::none);
}

}  // namespace

void add_completion(Command& root) {
  const auto shell = std::make_shared<std::string>();
  Command completion = root.add_command(
      "completion", "print a completion script for a shell",
      {"bitbasin completion bash > bitbasin.bash", "bitbasin completion fish > bitbasin.fish"},
      [shell, app = &root.app()](Session& session) { return run_completion(*app, *shell, session); });
  completion.add_choice("SHELL", *shell, {"bash", "zsh", "fish"}, "the shell to write for");
}

}  // namespace bitbasin
