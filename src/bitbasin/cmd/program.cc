// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/explain.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/cmd/commands.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/sweep/launcher.h"
#include "bitbasin/sweep/mpi_ranks.h"
#include "bitbasin/terminal/command.h"
#include "bitbasin/terminal/help.h"
#include "bitbasin/terminal/usage.h"

namespace bitbasin {
namespace {

// A new command joins here.
void add_commands(Command& root) {
  add_solve(root);
  add_entropy(root);
  add_walk(root);
  add_generate(root);
  add_check(root);
  add_theory(root);
  add_data(root);
  add_train(root);
  add_predict(root);
  add_inspect(root);
  add_export(root);
  add_algorithms(root);
  add_sweep(root);
  add_store(root);
  add_reproduce(root);
  add_report(root);
  add_bench(root);
  add_completion(root);
  add_help(root);
}

void print_version(bool json) {
  Output output(json, false);
  output.line("bitbasin {}", BITBASIN_VERSION);
  output.result["name"] = "bitbasin";
  output.result["version"] = BITBASIN_VERSION;
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
                                     : fmt::format("expected to end within {} s but there is no result yet",
                                                   invocation.common.time_limit));
    return code;
  }
}

ExitCode parse_and_run(std::vector<std::string> words) {
  CLI::App app("learning and optimisation with binary synapses", "bitbasin");
  Invocation invocation;
  Command root(app, invocation);
  app.require_subcommand(1);
  app.set_help_flag("--help,-h", "print this help");
  app.add_flag("--json", invocation.common.json, "print exactly one JSON object on standard output");
  app.set_version_flag("--version", BITBASIN_VERSION, "print the version");
  add_commands(root);
  app.footer(  // last, because CLI11 hands it down
      "bitbasin generate perceptron --n 1001 --alpha 0.7 --task teacher --out taught.txt --save-teacher "
      "teacher.txt\n"
      "bitbasin check perceptron --input taught.txt --weights teacher.txt\n"
      "bitbasin help generate perceptron");

  // What the command line alone decides is the same on every rank: rank 0 says it, and has the exit code.
  const bool silent = launched_rank() > 0;
  try {
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    if (!silent) write_stdout(help_text(chosen_command(app)));
    return kDone;
  } catch (const CLI::CallForVersion&) {
    if (!silent) print_version(invocation.common.json);
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

}  // namespace

int run_program(std::span<char* const> arguments) {
  ExitCode code = kBadInput;
  try {
    code = parse_and_run({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  } catch (const std::exception& error) {
    print_error(explain(error));
  }
  MpiRanks::abort_unfinished(code);
  return code;
}

}  // namespace bitbasin
