// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

void add_entropy_perceptron(Command& group);

}  // namespace bitbasin
