// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/python/arrays.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "bitbasin/base/error.h"
#include "bitbasin/data/npy_header.h"
#include "bitbasin/data/sign_text.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

std::string shape_of(const py::array& array) {
  return shape_text(std::vector<std::size_t>(array.shape(), array.shape() + array.ndim()));
}

std::string dtype_text(const py::dtype& type) {
  return py::str(static_cast<py::handle>(type)).cast<std::string>();
}

// The elements of a matrix, or of a vector as one row, in place.
template <class T>
class Elements {
 public:
  explicit Elements(const py::array& array)
      : data_(static_cast<const char*>(array.data())),
        rows_(array.ndim() == 1 ? 1 : static_cast<std::size_t>(array.shape(0))),
        cols_(static_cast<std::size_t>(array.shape(array.ndim() - 1))),
        row_stride_(array.ndim() == 1 ? 0 : array.strides(0)),
        col_stride_(array.strides(array.ndim() - 1)) {}

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  T operator()(std::size_t row, std::size_t col) const {
    T value;  // an array need not be aligned
    std::memcpy(&value,
                data_ + static_cast<std::ptrdiff_t>(row) * row_stride_ +
                    static_cast<std::ptrdiff_t>(col) * col_stride_,
                sizeof value);
    return value;
  }

 private:
  const char* data_;
  std::size_t rows_, cols_;
  std::ptrdiff_t row_stride_, col_stride_;
};

// Calls use(elements) with elements of the array's type.
template <class Use>
auto with_elements(const py::array& array, std::string_view name, Use use) {
  const py::dtype type = array.dtype();
  const char kind = type.kind();
  const auto size = type.itemsize();
  const bool native = type.attr("isnative").cast<bool>();
  if (native && (kind == 'b' || (kind == 'u' && size == 1))) return use(Elements<std::uint8_t>(array));
  if (native && kind == 'i' && size == 1) return use(Elements<std::int8_t>(array));
  if (native && kind == 'i' && size == 4) return use(Elements<std::int32_t>(array));
  if (native && kind == 'i' && size == 8) return use(Elements<std::int64_t>(array));
  if (native && kind == 'f' && size == 4) return use(Elements<float>(array));
  if (native && kind == 'f' && size == 8) return use(Elements<double>(array));
  if (kind != 'i' && kind != 'u' && kind != 'f') {
    fail("expected {} to be Booleans, integers or floats, got the dtype {}", name, dtype_text(type));
  }
  const auto copy = py::array_t<double, py::array::c_style>::ensure(array);
  if (!copy) throw py::error_already_set();
  return use(Elements<double>(copy));
}

[[noreturn]] void refuse_sign(std::string_view name, std::size_t row, std::size_t col, double value,
                              const SignSpelling& spelling) {
  if (spelling.mixed() && (value == 0 || value == -1)) {
    fail(
        "{} row {}, column {} (counted from 0): expected elements that are all +1 or -1, or all 0 or 1; "
        "found both 0 and -1",
        name, row, col);
  }
  fail("{} row {}, column {} (counted from 0): expected elements {}, found {}", name, row, col, kSignEntries,
       value);
}

template <class T>
void take_row(const Elements<T>& elements, std::size_t row, SignSpelling& spelling,
              std::span<std::uint64_t> words, std::string_view name) {
  for (std::size_t begin = 0; begin < elements.cols(); begin += kWordBits) {
    const std::size_t end = std::min(elements.cols(), begin + kWordBits);
    std::uint64_t word = 0;
    for (std::size_t col = begin; col < end; ++col) {
      const T value = elements(row, col);
      const bool plus = value == T{1};
      const bool zero = value == T{0};
      const bool minus = std::is_signed_v<T> && value == static_cast<T>(-1);
      spelling.zero |= zero;
      spelling.minus_one |= minus;
      if (!(plus || zero || minus) || spelling.mixed()) {
        refuse_sign(name, row, col, static_cast<double>(value), spelling);
      }
      word |= std::uint64_t{plus} << (col - begin);
    }
    words[begin / kWordBits] = word;
  }
}

void fill_signs(std::span<const std::uint64_t> words, std::size_t count, std::int8_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<std::int8_t>(2 * static_cast<int>(words[i / kWordBits] >> i % kWordBits & 1) - 1);
  }
}

// A number that is already a pixel.
std::uint8_t as_pixel(double value, std::size_t row, std::size_t col) {
  if (!(value >= 0 && value <= 255 && value == std::floor(value))) {
    fail("row {}, column {} (counted from 0): expected a whole number from 0 to 255, found {}", row, col,
         value);
  }
  return static_cast<std::uint8_t>(value);
}

py::ssize_t signed_size(std::size_t size) {
  return static_cast<py::ssize_t>(size);
}

}  // namespace

BitMatrix to_bit_matrix(const py::array& array, std::string_view name) {
  if (array.ndim() != 2 || array.shape(1) == 0) {
    fail("expected {} as an array of two dimensions, one row each, got the shape {}", name, shape_of(array));
  }
  return with_elements(array, name, [&](const auto& elements) {
    BitMatrix bits(elements.rows(), elements.cols());
    SignSpelling spelling;
    for (std::size_t r = 0; r < bits.rows(); ++r) take_row(elements, r, spelling, bits.row(r), name);
    return bits;
  });
}

BitVector to_bit_vector(const py::array& array, std::string_view name) {
  if (array.ndim() != 1) {
    fail("expected {} as an array of one dimension, got the shape {}", name, shape_of(array));
  }
  return with_elements(array, name, [&](const auto& elements) {
    BitVector bits(elements.cols());
    SignSpelling spelling;
    take_row(elements, 0, spelling, bits.words(), name);
    return bits;
  });
}

BitVector to_bit_vector(const py::array& array, std::string_view name, std::size_t size,
                        std::string_view elements) {
  BitVector bits = to_bit_vector(array, name);
  if (bits.size() != size) fail("expected {} {}, got {}", size, elements, bits.size());
  return bits;
}

BitMatrix unpack_bit_matrix(const py::array& bytes, std::size_t columns, std::string_view name) {
  const std::size_t row_bytes = (columns + 7) / 8;
  if (bytes.ndim() != 2 || bytes.dtype().kind() != 'u' || bytes.itemsize() != 1 ||
      static_cast<std::size_t>(bytes.shape(1)) != row_bytes) {
    fail("expected {} as packed bits, uint8 rows of {} bytes for {} bits, got {} of shape {}", name,
         row_bytes, columns, dtype_text(bytes.dtype()), shape_of(bytes));
  }
  const Elements<std::uint8_t> elements(bytes);
  BitMatrix bits(elements.rows(), columns);
  const bool contiguous = bytes.strides(1) == 1;
  for (std::size_t r = 0; r < bits.rows(); ++r) {
    auto* row = reinterpret_cast<std::uint8_t*>(bits.row(r).data());  // little-endian, as all targets are
    if (contiguous) {
      std::memcpy(row, bytes.data(signed_size(r), 0), row_bytes);
    } else {
      for (std::size_t b = 0; b < row_bytes; ++b) row[b] = elements(r, b);
    }
    clear_padding(bits.row(r), columns);
  }
  return bits;
}

SignArray to_array(const BitMatrix& bits) {
  SignArray array({signed_size(bits.rows()), signed_size(bits.cols())});
  for (std::size_t r = 0; r < bits.rows(); ++r) {
    fill_signs(bits.row(r), bits.cols(), array.mutable_data() + r * bits.cols());
  }
  return array;
}

SignArray to_array(const BitVector& bits) {
  SignArray array(signed_size(bits.size()));
  fill_signs(bits.words(), bits.size(), array.mutable_data());
  return array;
}

ByteArray packed_view(const BitMatrix& bits, const py::handle& owner) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bits.words().data());
  const auto stride = signed_size(bits.stride() * sizeof(std::uint64_t));
  ByteArray view({signed_size(bits.rows()), signed_size((bits.cols() + 7) / 8)}, {stride, py::ssize_t{1}},
                 data, owner);
  view.attr("flags").attr("writeable") = false;
  return view;
}

ImageSet to_images(const py::array& array, int rows, int columns, const PixelScaling& scaling) {
  ImageSet images{rows, columns, 0, {}, {}};
  if (array.ndim() != 2 || static_cast<std::size_t>(array.shape(1)) != images.inputs()) {
    fail("expected rows of {} numbers, got an array of shape {}", images.inputs(), shape_of(array));
  }
  with_elements(array, "numbers", [&](const auto& elements) {
    images.pixels.resize(elements.rows() * elements.cols());
    for (std::size_t r = 0; r < elements.rows(); ++r) {
      for (std::size_t c = 0; c < elements.cols(); ++c) {
        const auto value = static_cast<double>(elements(r, c));
        images.pixels[r * elements.cols() + c] =
            scaling.empty() ? as_pixel(value, r, c) : scaling.pixel(c, value);
      }
    }
  });
  return images;
}

PixelScaling fit_scaling(const py::array& array, bool shared) {
  if (array.ndim() != 2 || array.shape(0) == 0 || array.shape(1) == 0) {
    fail("expected at least one row of numbers, got an array of shape {}", shape_of(array));
  }
  PixelScaling scaling;
  with_elements(array, "numbers", [&](const auto& elements) {
    for (std::size_t c = 0; c < elements.cols(); ++c) {
      scaling.minimum.push_back(static_cast<double>(elements(0, c)));
    }
    scaling.maximum = scaling.minimum;
    for (std::size_t r = 0; r < elements.rows(); ++r) {
      for (std::size_t c = 0; c < elements.cols(); ++c) {
        const auto value = static_cast<double>(elements(r, c));
        if (!std::isfinite(value)) {
          fail("row {}, column {} (counted from 0): expected a finite number, found {}", r, c, value);
        }
        scaling.minimum[c] = std::min(scaling.minimum[c], value);
        scaling.maximum[c] = std::max(scaling.maximum[c], value);
      }
    }
  });
  if (shared) {
    std::ranges::fill(scaling.minimum, *std::ranges::min_element(scaling.minimum));
    std::ranges::fill(scaling.maximum, *std::ranges::max_element(scaling.maximum));
  }
  for (std::size_t c = 0; c < scaling.columns(); ++c) {
    if (!std::isfinite(scaling.maximum[c] - scaling.minimum[c])) {
      fail("column {} (counted from 0): expected numbers with a finite range, found {} to {}", c,
           scaling.minimum[c], scaling.maximum[c]);
    }
  }
  return scaling;
}

}  // namespace bitbasin
