// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy_signs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/transpose.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/bit_rows.h"
#include "bitbasin/data/npy_element.h"
#include "bitbasin/data/npy_header.h"
#include "bitbasin/data/sign_text.h"

namespace bitbasin {

namespace {

// Takes elements in the order of the file into rows of `length` bits. A matrix in Fortran order arrives
// transposed.
class SignElements {
 public:
  SignElements(ByteReader& reader, const NpyHeader& header, std::size_t length)
      : reader_(reader), header_(header), length_(length) {}

  BitRows take_all() {
    std::array<char, std::size_t{1} << 14> block{};
    const std::size_t most = block.size() / header_.type.bytes;
    while (taken_ < header_.elements()) {
      const std::size_t count = std::min(most, header_.elements() - taken_);
      const std::size_t bytes = reader_.read(std::span(block).first(count * header_.type.bytes));
      take({reinterpret_cast<const std::uint8_t*>(block.data()), bytes});
      if (bytes < count * header_.type.bytes) {
        reader_.fail_here("expected {} array elements, but the file ends after {}", header_.elements(),
                          taken_);
      }
    }
    reader_.expect_end();
    return std::move(rows_);
  }

 private:
  void take(std::span<const std::uint8_t> bytes) {
    with_npy_type(header_.type, [&]<class T>(T) {
      for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
        const T value = load_npy_element<T>(bytes.data() + i, header_.type.big_endian);
        const bool plus = value == T{1};
        const bool zero = value == T{0};
        const bool minus = std::is_signed_v<T> && value == static_cast<T>(-1);
        spelling_.zero |= zero;
        spelling_.minus_one |= minus;
        if (!(plus || zero || minus) || spelling_.mixed()) refuse(static_cast<double>(value));
        rows_.push(plus);
        ++taken_;
        if (rows_.count() == length_) rows_.end_row();
      }
    });
  }

  [[noreturn]] void refuse(double value) const {
    const std::size_t row = header_.fortran_order ? taken_ % header_.rows() : taken_ / header_.cols();
    const std::size_t col = header_.fortran_order ? taken_ / header_.rows() : taken_ % header_.cols();
    if (spelling_.mixed() && (value == 0 || value == -1)) {
      fail(
          "{} row {}, column {} (counted from 0): expected elements that are all +1 or -1, or all 0 or 1; "
          "found both 0 and -1",
          reader_.name(), row, col);
    }
    fail("{} row {}, column {} (counted from 0): expected elements {}, found {}", reader_.name(), row, col,
         kSignEntries, value);
  }

  ByteReader& reader_;
  const NpyHeader& header_;
  std::size_t length_;
  std::size_t taken_ = 0;
  SignSpelling spelling_;
  BitRows rows_;
};

void format_rows(const ByteSink& sink, const NpyHeader& header, const auto& words_of_row) {
  sink(format_npy_header(header));
  if (header.rows() == 0) return;  // and the number of columns may be anything
  std::vector<char> bytes(header.cols());
  for (std::size_t r = 0; r < header.rows(); ++r) {
    const std::span<const std::uint64_t> words = words_of_row(r);
    for (std::size_t c = 0; c < bytes.size(); ++c) {
      bytes[c] = words[c / kWordBits] >> c % kWordBits & 1 ? '\x01' : '\xff';
    }
    sink({bytes.data(), bytes.size()});
  }
}

constexpr NpyType kInt8{NpyType::Kind::signed_integer, 1, false};

}  // namespace

BitMatrix parse_npy_sign_matrix(ByteReader& reader) {
  const NpyHeader header = parse_npy_header(reader);
  if (header.shape.size() != 2 || header.cols() == 0) {
    reader.fail_here("expected an array of two dimensions, one row per pattern, got the shape {}",
                     shape_text(header.shape));
  }
  const bool transposed = header.fortran_order && header.rows() > 1 && header.cols() > 1;
  const BitRows rows = SignElements(reader, header, transposed ? header.rows() : header.cols()).take_all();
  if (header.rows() == 0) return {0, header.cols()};
  return transposed ? transpose(rows.matrix()) : rows.matrix();
}

BitMatrix read_npy_sign_matrix(const std::string& path) {
  ByteReader reader(path);
  return parse_npy_sign_matrix(reader);
}

BitVector parse_npy_sign_vector(ByteReader& reader) {
  const NpyHeader header = parse_npy_header(reader);
  if (header.shape.size() > 2 || (header.rows() != 1 && header.cols() != 1)) {
    reader.fail_here("expected one row or one column, got an array of shape {}", shape_text(header.shape));
  }
  const BitRows rows = SignElements(reader, header, header.elements()).take_all();
  return header.elements() == 0 ? BitVector() : rows.vector();
}

void format_npy_signs(const ByteSink& sink, const BitMatrix& bits) {
  format_rows(sink, {kInt8, false, {bits.rows(), bits.cols()}}, [&](std::size_t r) { return bits.row(r); });
}

void format_npy_signs(const ByteSink& sink, const BitVector& bits) {
  format_rows(sink, {kInt8, false, {bits.size()}}, [&](std::size_t) { return bits.words(); });
}

void write_npy_signs(const std::string& path, const BitMatrix& bits) {
  write_file(path, [&](const ByteSink& sink) { format_npy_signs(sink, bits); });
}

}  // namespace bitbasin
