// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/data/byte_sink.h"
#include "bitbasin/network/model_file.h"

namespace bitbasin {

// The model as one C99 file without dependencies, in integers only:
//   int bitbasin_predict(const unsigned char *image);
// gives the label that predict() gives. With -DBITBASIN_MAIN it is a program that reads images, byte by byte,
// from standard input and prints a label for each. If the model scales numbers to pixels, there is also
//   void bitbasin_pixels(const double *numbers, unsigned char *image);
void format_c(const ByteSink& sink, const Model& model);

}  // namespace bitbasin
