// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/data/npy_header.h"

namespace bitbasin {

// A NumPy array with the bytes of its file.
struct NpyArray {
  NpyHeader header;
  std::vector<std::uint8_t> bytes;  // in the byte order and element order of the header

  std::size_t rows() const { return header.rows(); }
  std::size_t cols() const { return header.cols(); }

  // An element as a double, with the rows and columns of NpyHeader; integers beyond 2^53 are rounded.
  double at(std::size_t row, std::size_t col) const;
};

// One to three dimensions, plain or gzip. The size in the header must be the size of the file.
NpyArray parse_npy(ByteReader& reader);
NpyArray read_npy(const std::string& path);

// All elements row by row: as doubles, or as bytes, which only whole numbers from 0 to 255 can be.
std::vector<double> npy_doubles(const NpyArray& array);
std::vector<std::uint8_t> npy_uint8(const NpyArray& array, const std::string& name);

// Writes values row by row as version 1, in this machine's byte order, for T = std::int8_t, std::uint8_t,
// std::int32_t and double.
template <class T>
void format_npy(const ByteSink& sink, const std::vector<std::size_t>& shape, std::span<const T> values);
template <class T>
void write_npy(const std::string& path, const std::vector<std::size_t>& shape, std::span<const T> values);

}  // namespace bitbasin
