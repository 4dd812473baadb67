// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include "bitbasin/cmd/committee_cli.h"
#include "bitbasin/cmd/ksat_cli.h"
#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/cmd/solve_command.h"

namespace bitbasin {

void add_solve(Command& root) {
  Command group = root.add_group("solve", "find a configuration that violates no constraint");
  add_solve_command<PerceptronCli>(
      group,
      {"bitbasin solve perceptron --n 1001 --alpha 0.7",
       "bitbasin solve perceptron --algorithm rbp:margin=0,rate=0.001 --n 1001 --alpha 0.6 --save "
       "weights.txt",
       "bitbasin check perceptron --n 1001 --alpha 0.6 --weights weights.txt",
       "bitbasin solve perceptron --n 1001 --alpha 2.0 --task teacher --json",
       "bitbasin solve perceptron --n 1001 --alpha 0.35 --kappa 0.5",
       "bitbasin solve perceptron --algorithm fbp --n 1001 --alpha 0.7 --trace run.csv",
       "bitbasin solve perceptron --n 1001 --alpha 1.4 --constraint symmetric --kappa 1",
       "bitbasin solve perceptron --n 1001 --alpha 0.35 --algorithm sbpi:flip=0.01 --damage 0.01,0.05",
       "bitbasin solve perceptron --n 1001 --task teacher --online --algorithm cpr --trace curve.csv"});
  add_solve_command<CommitteeCli>(
      group, {"bitbasin solve committee --units 3 --n 201 --alpha 0.6",
              "bitbasin solve committee --units 5 --n 101 --alpha 0.6 --tree --save weights.txt",
              "bitbasin check committee --units 5 --n 101 --alpha 0.6 --tree --weights weights.txt",
              "bitbasin solve committee --units 3 --n 201 --alpha 2.0 --tree --task teacher --json"});
  add_solve_command<KsatCli>(
      group, {"bitbasin solve ksat --n 10000 --k 3 --alpha 4.0",
              "bitbasin generate ksat --n 1000 --k 4 --alpha 8.0 --out hard.cnf.gz",
              "bitbasin solve ksat --cnf hard.cnf.gz --algorithm rbp --save hard.sol",
              "bitbasin check ksat --cnf hard.cnf.gz --solution hard.sol",
              "bitbasin solve ksat --n 500 --k 3 --alpha 3.0 --algorithm edmc:mode=predicted --json",
              "bitbasin solve ksat --cnf hard.cnf.gz --algorithm probsat --dimacs || test $? -eq 10"});
}

}  // namespace bitbasin
