// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// A vector of signs, such as the weights of a perceptron or the labels of its patterns: text, entries as in
// sign_text.h over any number of lines, or NPY, one row or one column. The first bytes of a file tell which
// it is.
BitVector parse_weights(ByteReader& reader);
BitVector read_weights(const std::string& path);

// One line of text, or NPY; for a file, NPY when its name ends in .npy (or .npy.gz).
void format_weights(const ByteSink& sink, const BitVector& weights, bool npy);
void write_weights(const std::string& path, const BitVector& weights);

// Whether a file name means NPY.
bool names_npy(const std::string& path);

}  // namespace bitbasin
