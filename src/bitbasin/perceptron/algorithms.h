// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/solver.h"

namespace bitbasin {

// A solver as a spec string names it: the same in the command line, in Python and in sweep files.
struct PerceptronAlgorithm {
  std::string_view name;
  std::string_view meaning;  // one line
  std::vector<OptionRow> options;
  // Fails on unknown options and on values outside their range.
  std::function<SolveResult(const PerceptronInstance&, const Spec&, const SolveSetup&, RunControl&)> solve;
  std::function<std::string(const Spec&)> canonical;  // the spec with every option named
};

std::span<const PerceptronAlgorithm> perceptron_algorithms();

// Fails with a sentence that lists the known ones.
const PerceptronAlgorithm& perceptron_algorithm(std::string_view name);

}  // namespace bitbasin
