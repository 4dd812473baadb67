// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/command.h"

namespace bitbasin {

// bitbasin predict: the labels that a model gives to images.
void add_predict(Command& root);

}  // namespace bitbasin
