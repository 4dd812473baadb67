// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bitbasin/sat/formula.h"
#include "bitbasin/task/ksat_flags.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// Where a command gets its formula from: a file, or flags that name a random one.
struct KsatSource {
  KsatFlags random;
  std::string cnf;
  std::function<bool()> random_given;
};

// The source must live as long as the command.
void add_ksat_source(Command& command, KsatSource& source);

// Fails when there is no source, or more than one.
Formula load_formula(const KsatSource& source, const Session& session);

}  // namespace bitbasin
