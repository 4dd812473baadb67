// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/data/image_set.h"

namespace bitbasin {

// How dark the outermost pixels are compared with all pixels, on the average of a sample of the images. It is
// close to zero for what was drawn on a blank ground, such as digits, which may be sheared and turned;
// pictures that fill their frame, such as clothes, have more.
double margin_ink(const ImageSet& images);

}  // namespace bitbasin
