// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/json/json.h"
#include "bitbasin/network/training/training.h"

namespace bitbasin {

// Sets what `train` answers about a training that was evaluated: sizes, errors and the learning curve.
void describe_training(const Training& training, Json& keys);

// Sets unit_images, the weights of the first committee as pictures: rows, columns, and per unit a text of a
// + or - for each pixel, and a point where a pixel is left out. Nothing unless inputs are single pixels.
void describe_units(const Training& training, Json& keys);

}  // namespace bitbasin
