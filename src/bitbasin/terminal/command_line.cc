// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/version.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/terminal/help.h"
#include "bitbasin/terminal/usage.h"

namespace bitbasin {
namespace {

void print_version(const std::string& name, bool json) {
  Output output(json, false);
  const std::string commit = source_commit();
  output.line("{} {}{}", name, version(), commit.empty() ? "" : fmt::format(" (commit {})", commit));
  output.result["name"] = name;
  output.result["version"] = version();
  output.result["commit"] = commit.empty() ? Json() : Json(commit);
  output.result["simd"] = simd_level();
  output.finish();
}

ExitCode run_action(const Invocation& invocation) {
  Session session(invocation.command, invocation.common);
  try {
    for (const std::string& path : invocation.output_files) expect_writable(path);
    return invocation.action(session);
  } catch (const Stopped& stopped) {
    const ExitCode code = session.finish(stopped.reason);
    print_error(code == kInterrupted ? "interrupted before there was a result"
                                     : "the time limit was reached before there was a result");
    return code;
  }
}

}  // namespace

ExitCode run_command_line(const CommandLine& program, std::vector<std::string> words, bool silent) {
  CLI::App app(program.description, program.name);
  Invocation invocation;
  Command root(app, invocation);
  app.require_subcommand(1);
  app.set_help_flag("--help,-h", "print this help");
  app.add_flag("--json", invocation.common.json, "print exactly one JSON object on standard output");
  app.set_version_flag("--version", version(), "print the version");
  program.add_commands(root);
  app.footer(program.examples);  // last, because CLI11 hands it down
  try {
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    if (!silent) write_stdout(help_text(chosen_command(app)));
    return kDone;
  } catch (const CLI::CallForVersion&) {
    if (!silent) print_version(program.name, invocation.common.json);
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (!silent) throw Error(usage_sentence(app, error));
    return kDone;
  } catch (const Error&) {
    if (!silent) throw;
    return kDone;
  }
  return run_action(invocation);
}

}  // namespace bitbasin
