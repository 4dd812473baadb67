// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/program.h"

#include <time.h>

#include <exception>

#include "bitbasin/base/explain.h"
#include "bitbasin/cmd/commands.h"
#include "bitbasin/ranks/launcher.h"
#include "bitbasin/ranks/mpi_ranks.h"
#include "bitbasin/terminal/command_line.h"

namespace bitbasin {
namespace {

// Add a new command here.
void add_commands(Command& root) {
  add_solve(root);
  add_entropy(root);
  add_walk(root);
  add_generate(root);
  add_check(root);
  add_theory(root);
  add_data(root);
  add_train(root);
  add_tune(root);
  add_predict(root);
  add_inspect(root);
  add_export(root);
  add_algorithms(root);
  add_sweep(root);
  add_store(root);
  add_reproduce(root);
  add_report(root);
  add_playground(root);
  add_bench(root);
  add_devices(root);
  add_completion(root);
  add_help(root);
}

}  // namespace

int run_program(std::span<char* const> arguments) {
  const CommandLine program{
      .name = "bitbasin",
      .description = "learning and optimisation with binary synapses",
      .examples =
          "bitbasin generate perceptron --n 1001 --alpha 0.7 --task teacher --out taught.txt --save-teacher "
          "teacher.txt\n"
          "bitbasin check perceptron --input taught.txt --weights teacher.txt\n"
          "bitbasin help generate perceptron",
      .add_commands = add_commands};
  ExitCode code = kBadInput;
  try {
    // What depends only on the command line is the same on every rank: rank 0 prints it and sets the exit
    // code.
    code = run_command_line(program, {arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()},
                            launched_rank() > 0);
  } catch (const std::exception& error) {
    // Before the ranks join they all fail alike. If another were the first to end, mpirun would end rank 0
    // before it has said why.
    if (launched_rank() == 0 || MpiRanks::joined()) {
      print_error(explain(error));
    } else {
      const timespec patience{.tv_sec = 2, .tv_nsec = 0};
      nanosleep(&patience, nullptr);  // until mpirun interrupts it
    }
  }
  MpiRanks::abort_unfinished(code);
  return code;
}

}  // namespace bitbasin
