// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bitbasin/perceptron/instance.h"
#include "bitbasin/task/perceptron_flags.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// Where a command gets its perceptron instance from: a file, or flags that name a random one.
struct PerceptronSource {
  PerceptronFlags random;
  std::string input;
  std::string labels;
  std::function<bool()> random_given;
};

// The source must live as long as the command.
void add_perceptron_source(Command& command, PerceptronSource& source);

// Fails when there is no source, or more than one.
PerceptronInstance load_instance(const PerceptronSource& source, const Session& session);

// Adds and prints the overlap with the teacher and the generalisation error, if there is a teacher.
void report_generalization(const PerceptronInstance& instance, const BitVector& weights, Session& session);

}  // namespace bitbasin
