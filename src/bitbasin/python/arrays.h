// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/data/pixel_scaling.h"

namespace bitbasin {

using SignArray = pybind11::array_t<std::int8_t>;
using ByteArray = pybind11::array_t<std::uint8_t>;

// Turns arrays of Booleans, integers or floats into bits without copying them first, whatever their strides:
// the elements are all +1 or -1, or all 0 or 1. `name` is for errors.
BitMatrix to_bit_matrix(const pybind11::array& array, std::string_view name);
BitVector to_bit_vector(const pybind11::array& array, std::string_view name);

// With the given number of elements; `elements` is for errors: "weights, one per synapse".
BitVector to_bit_vector(const pybind11::array& array, std::string_view name, std::size_t size,
                        std::string_view elements);

// Eight bits to a byte, the first in the lowest, like numpy.packbits(..., axis=1, bitorder="little");
// `columns` of them are used.
BitMatrix unpack_bit_matrix(const pybind11::array& bytes, std::size_t columns, std::string_view name);

// +1 and -1.
SignArray to_array(const BitMatrix& bits);
SignArray to_array(const BitVector& bits);

// The weights of the teacher of an instance, if it has one.
template <class Instance>
std::optional<SignArray> teacher_of(const Instance& instance) {
  if (!instance.teacher) return {};
  return to_array(*instance.teacher);
}

// A read-only view of the bits, packed as above; the array keeps `owner` alive.
ByteArray packed_view(const BitMatrix& bits, const pybind11::handle& owner);

template <class T>
pybind11::array_t<T> to_array(const std::vector<T>& values) {
  return pybind11::array_t<T>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

// Rows of numbers as images of one scaling; without one they must be pixels, whole numbers from 0 to 255.
ImageSet to_images(const pybind11::array& array, int rows, int columns, const PixelScaling& scaling);

// The smallest and largest number of each column, or of all columns if they share one scale.
PixelScaling fit_scaling(const pybind11::array& array, bool shared);

}  // namespace bitbasin
