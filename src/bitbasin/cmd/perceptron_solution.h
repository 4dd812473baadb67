// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// Where a command gets the configuration from that it starts at: a file, the teacher, or a solver.
struct PerceptronSolution {
  std::string file;
  bool teacher = false;
  std::string algorithm = "rbp";
  std::function<bool()> algorithm_given;
};

// The solution must live as long as the command.
void add_perceptron_solution(Command& command, PerceptronSolution& solution);

struct LoadedSolution {
  BitVector weights;
  std::string origin;      // a file's name, "teacher" or a spec
  std::size_t errors = 0;  // by the slow checker
  StopReason stopped = StopReason::none;
};

// Fails when there is more than one source, or a file that does not fit. Adds origin and errors to the
// result.
LoadedSolution load_solution(const PerceptronSolution& solution, const PerceptronInstance& instance,
                             Session& session);

}  // namespace bitbasin
