// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/cmd/commands.h"
#include "bitbasin/data/atomic_file.h"
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

constexpr const char* kNoMemory =
    "expected a problem that fits into memory but there is too little for this one";

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

  try {
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    write_stdout(help_text(chosen_command(app)));
    return kDone;
  } catch (const CLI::CallForVersion&) {
    print_version(invocation.common.json);
    return kDone;
  } catch (const CLI::ParseError& error) {
    throw Error(usage_sentence(app, error));
  }
  return run_action(invocation);
}

}  // namespace

int run_program(std::span<char* const> arguments) {
  try {
    return parse_and_run({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  } catch (const Error& error) {
    print_error(error.what());
  } catch (const std::bad_alloc&) {
    print_error(kNoMemory);
  } catch (const std::length_error&) {  // a container that could never be so large
    print_error(kNoMemory);
  } catch (const std::exception& error) {
    print_error(fmt::format("met an unexpected error, please report it: {}", error.what()));
  }
  return kBadInput;
}

}  // namespace bitbasin
