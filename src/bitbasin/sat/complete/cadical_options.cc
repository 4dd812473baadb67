// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/error.h"
#include "bitbasin/sat/complete/cadical.h"

namespace bitbasin {

const OptionTable<CadicalOptions>& cadical_options() {
  using Preset = CadicalOptions::Preset;
  static const OptionTable<CadicalOptions> table{
      option("preset", &CadicalOptions::preset,
             {{"both", Preset::both}, {"sat", Preset::sat}, {"unsat", Preset::unsat}},
             "what CaDiCaL is tuned for: any formula, those with solutions, or those without"),
      option("conflicts", &CadicalOptions::conflicts, {1}, "conflicts before giving up; auto: no limit"),
  };
  return table;
}

void check(const CadicalOptions&) {
  if (!has_cadical()) {
    fail(
        "this build of bitbasin has no CaDiCaL; install its library (libcadical-dev in Debian) and build "
        "again");
  }
}

}  // namespace bitbasin
