// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/json/json.h"
#include "bitbasin/network/training/training.h"

namespace bitbasin {

// Sets the keys of `train` for an evaluated training: sizes, errors and the learning curve.
void describe_training(const Training& training, Json& keys);

// Sets unit_images, the weights of the first committee as pictures: rows, columns, and for each unit a text
// with + or - for each pixel, and a dot for an unused pixel. Does nothing unless inputs are single pixels.
void describe_units(const Training& training, Json& keys);

}  // namespace bitbasin
