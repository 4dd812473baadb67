// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/anneal_options.h"

namespace bitbasin {

const OptionTable<AnnealOptions>& anneal_options() {
  static const OptionTable<AnnealOptions> table{
      option("start", &AnnealOptions::start, {0.0, 1000.0}, "temperature of the first sweep", "T"),
      option("end", &AnnealOptions::end, {0.0, 1000.0}, "temperature of the last sweep", "T"),
      option("sweeps", &AnnealOptions::sweeps, {1}, "sweeps of N proposals in a run"),
      option("runs", &AnnealOptions::runs, {1}, "runs from random configurations"),
  };
  return table;
}

AnnealSchedule schedule_of(const AnnealOptions& options, double start, double end) {
  return {options.start.value_or(start), options.end.value_or(end),
          static_cast<std::uint64_t>(options.sweeps), static_cast<std::uint64_t>(options.runs)};
}

}  // namespace bitbasin
