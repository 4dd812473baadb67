// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/terminal/command.h"

namespace bitbasin {

// The commands, one file each; program.cc puts them together. add_x adds the command x to its parent.
void add_solve(Command& root);
void add_entropy(Command& root);
void add_walk(Command& root);
void add_walk_network(Command& group);
void add_generate(Command& root);
void add_check(Command& root);
void add_theory(Command& root);
void add_theory_equilibrium(Command& theory);
void add_theory_transitions(Command& theory);
void add_theory_one_step(Command& theory);
void add_theory_edges(Command& theory);
void add_data(Command& root);
void add_train(Command& root);
void add_tune(Command& root);
void add_predict(Command& root);
void add_inspect(Command& root);
void add_export(Command& root);
void add_algorithms(Command& root);
void add_sweep(Command& root);
void add_store(Command& root);
void add_reproduce(Command& root);
void add_report(Command& root);
void add_playground(Command& root);
void add_bench(Command& root);
void add_devices(Command& root);
void add_completion(Command& root);
void add_help(Command& root);

}  // namespace bitbasin
