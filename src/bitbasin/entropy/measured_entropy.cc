// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/entropy/measured_entropy.h"

#include <cmath>

namespace bitbasin {

const OptionTable<EntropyOptions>& entropy_options() {
  static const OptionTable<EntropyOptions> table{
      option("tolerance", &EntropyOptions::tolerance, {1e-14, 1.0},
             "largest change of a message that counts as converged"),
      option("max_sweeps", &EntropyOptions::max_sweeps, {1, 100000000}, "maximum number of sweeps per point"),
  };
  return table;
}

double entropy_of_all_configurations(double d) {
  return d <= 0 || d >= 1 ? 0 : -d * std::log(d) - (1 - d) * std::log1p(-d);
}

}  // namespace bitbasin
