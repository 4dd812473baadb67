// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy.h"

#include <bit>
#include <cassert>
#include <type_traits>

#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/npy_element.h"

namespace bitbasin {

namespace {

using Kind = NpyType::Kind;

template <class T>
constexpr NpyType type_of() {
  constexpr Kind kKind = std::is_floating_point_v<T> ? Kind::real
                         : std::is_signed_v<T>       ? Kind::signed_integer
                                                     : Kind::unsigned_integer;
  return {kKind, sizeof(T), sizeof(T) > 1 && std::endian::native == std::endian::big};
}

// The position of an element in the file. In Fortran order the first index runs fastest.
std::size_t element_index(const NpyHeader& header, std::size_t row, std::size_t col) {
  if (!header.fortran_order) return row * header.cols() + col;
  if (header.shape.size() < 3) return col * header.rows() + row;
  const std::size_t second = col / header.shape[2];
  const std::size_t third = col % header.shape[2];
  return (third * header.shape[1] + second) * header.rows() + row;
}

}  // namespace

double NpyArray::at(std::size_t row, std::size_t col) const {
  assert(row < rows() && col < cols());
  const std::uint8_t* element = bytes.data() + element_index(header, row, col) * header.type.bytes;
  return with_npy_type(header.type, [&]<class T>(T) {
    return static_cast<double>(load_npy_element<T>(element, header.type.big_endian));
  });
}

NpyArray parse_npy(ByteReader& reader) {
  NpyArray array;
  array.header = parse_npy_header(reader);
  array.bytes = reader.read_exactly(array.header.elements() * array.header.type.bytes, "array elements");
  reader.expect_end();
  return array;
}

NpyArray read_npy(const std::string& path) {
  ByteReader reader(path);
  return parse_npy(reader);
}

std::vector<double> npy_doubles(const NpyArray& array) {
  std::vector<double> values(array.header.elements());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = array.at(i / array.cols(), i % array.cols());
  return values;
}

std::vector<std::uint8_t> npy_uint8(const NpyArray& array, const std::string& name) {
  if (array.header.type == type_of<std::uint8_t>() && !array.header.fortran_order) return array.bytes;
  std::vector<std::uint8_t> values(array.header.elements());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t row = i / array.cols();
    const std::size_t col = i % array.cols();
    const double value = array.at(row, col);
    if (!(value >= 0 && value <= 255 && value == static_cast<std::uint8_t>(value))) {
      fail("{} row {}, column {} (counted from 0): expected a whole number from 0 to 255, found {}", name,
           row, col, value);
    }
    values[i] = static_cast<std::uint8_t>(value);
  }
  return values;
}

template <class T>
void format_npy(const ByteSink& sink, const std::vector<std::size_t>& shape, std::span<const T> values) {
  const NpyHeader header{type_of<T>(), false, shape};
  assert(header.elements() == values.size());
  sink(format_npy_header(header));
  sink({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

template <class T>
void write_npy(const std::string& path, const std::vector<std::size_t>& shape, std::span<const T> values) {
  write_file(path, [&](const ByteSink& sink) { format_npy(sink, shape, values); });
}

template void format_npy(const ByteSink&, const std::vector<std::size_t>&, std::span<const std::int8_t>);
template void format_npy(const ByteSink&, const std::vector<std::size_t>&, std::span<const std::uint8_t>);
template void format_npy(const ByteSink&, const std::vector<std::size_t>&, std::span<const std::int32_t>);
template void format_npy(const ByteSink&, const std::vector<std::size_t>&, std::span<const double>);
template void write_npy(const std::string&, const std::vector<std::size_t>&, std::span<const std::int8_t>);
template void write_npy(const std::string&, const std::vector<std::size_t>&, std::span<const std::uint8_t>);
template void write_npy(const std::string&, const std::vector<std::size_t>&, std::span<const std::int32_t>);
template void write_npy(const std::string&, const std::vector<std::size_t>&, std::span<const double>);

}  // namespace bitbasin
