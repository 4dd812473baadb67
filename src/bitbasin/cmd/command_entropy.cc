// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include "bitbasin/cmd/committee_cli.h"
#include "bitbasin/cmd/entropy_command.h"
#include "bitbasin/cmd/ksat_cli.h"
#include "bitbasin/cmd/perceptron_cli.h"

namespace bitbasin {

void add_entropy(Command& root) {
  Command group = root.add_group("entropy", "measure how many solutions surround a configuration");
  add_entropy_command<PerceptronCli>(
      group,
      {"bitbasin entropy perceptron --n 1001 --alpha 0.3",
       "bitbasin entropy perceptron --n 501 --alpha 0.6 --task teacher --teacher --distances 0.02,0.05,0.1",
       "bitbasin solve perceptron --n 501 --alpha 0.3 --algorithm sa --save weights.txt",
       "bitbasin entropy perceptron --n 501 --alpha 0.3 --solution weights.txt --json"});
  add_entropy_command<CommitteeCli>(
      group, {"bitbasin entropy committee --units 3 --n 101 --alpha 0.3 --tree --distances 0.02,0.05"});
  add_entropy_command<KsatCli>(
      group,
      {"bitbasin entropy ksat --n 1000 --k 3 --alpha 3.0",
       "bitbasin entropy ksat --n 1000 --k 3 --alpha 3.0 --algorithm probsat --distances 0.02,0.05,0.1",
       "bitbasin generate ksat --n 500 --k 4 --alpha 8.0 --out hard.cnf",
       "bitbasin solve ksat --cnf hard.cnf --algorithm sa --save hard.sol",
       "bitbasin entropy ksat --cnf hard.cnf --solution hard.sol --distances 0:0.05:6 --json",
       "bitbasin entropy ksat --n 2000 --k 3 --alpha 4.2 --level surveys"});
}

}  // namespace bitbasin
