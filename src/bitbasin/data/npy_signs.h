// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// NPY arrays of signs: the elements, of any type that npy_header.h knows, are all +1 or -1, or all 0 or 1, or
// Booleans. They become bits as they arrive, so memory grows with the file and not with the shape it claims.

// A 2-D array, one row of bits per row, with at least one column.
BitMatrix parse_npy_sign_matrix(ByteReader& reader);
BitMatrix read_npy_sign_matrix(const std::string& path);

// A 1-D array, or a 2-D array of one row or one column.
BitVector parse_npy_sign_vector(ByteReader& reader);

// Writes +1 and -1 as int8.
void format_npy_signs(const ByteSink& sink, const BitMatrix& bits);
void format_npy_signs(const ByteSink& sink, const BitVector& bits);
void write_npy_signs(const std::string& path, const BitMatrix& bits);

}  // namespace bitbasin
