// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "bitbasin/data/image_set.h"
#include "bitbasin/features/rbm/rbm.h"

namespace bitbasin {

// What a machine has learned, as the bytes of a PNG file: the first images of the set, below each its
// reconstruction, and then the weights of the first hidden units, white where they excite, black where they
// inhibit, each unit on its own scale. `columns` images side by side, five rows of units.
std::string rbm_figure(const Rbm& rbm, const ImageSet& images, std::size_t columns = 20);

}  // namespace bitbasin
