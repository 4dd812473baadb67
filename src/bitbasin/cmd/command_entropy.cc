// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

namespace bitbasin {

void add_entropy(Command& root) {
  Command group = root.add_group("entropy", "measure how many solutions surround a configuration");
  add_entropy_perceptron(group);
  add_entropy_ksat(group);
}

}  // namespace bitbasin
