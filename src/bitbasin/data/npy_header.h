// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/data/byte_reader.h"

namespace bitbasin {

// What the elements of an NPY array are.
struct NpyType {
  enum class Kind : std::uint8_t { boolean, signed_integer, unsigned_integer, real };

  Kind kind = Kind::real;
  std::uint8_t bytes = 8;  // per element
  bool big_endian = false;

  bool operator==(const NpyType&) const = default;
};

// The header of an NPY file: numpy.lib.format, versions 1 to 3, one to three dimensions.
struct NpyHeader {
  NpyType type;
  bool fortran_order = false;
  std::vector<std::size_t> shape;

  // A 1-D array is one row; in a 3-D array, such as many images, a row holds both of the other dimensions.
  std::size_t rows() const { return shape.size() > 1 ? shape[0] : 1; }
  std::size_t cols() const { return shape.size() > 2 ? shape[1] * shape[2] : shape.back(); }
  std::size_t elements() const { return rows() * cols(); }

  bool operator==(const NpyHeader&) const = default;
};

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

// Takes the header; the elements follow. Refuses sizes whose bytes would overflow 63 bits; even so, do not
// trust a size before the elements have arrived.
NpyHeader parse_npy_header(ByteReader& reader);

// The bytes of a version 1 header, padded as NumPy pads it, so that the elements start on a multiple of 64.
std::string format_npy_header(const NpyHeader& header);

// "(3, 4)", as Python prints it.
std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace bitbasin
