// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy_header.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace bitbasin {

namespace {

using Kind = NpyType::Kind;

struct TypeName {
  std::string_view code;  // without the mark of the byte order
  Kind kind;
  std::uint8_t bytes;
};

constexpr TypeName kTypes[] = {
    {"b1", Kind::boolean, 1},
    {"i1", Kind::signed_integer, 1},
    {"i2", Kind::signed_integer, 2},
    {"i4", Kind::signed_integer, 4},
    {"i8", Kind::signed_integer, 8},
    {"u1", Kind::unsigned_integer, 1},
    {"u2", Kind::unsigned_integer, 2},
    {"u4", Kind::unsigned_integer, 4},
    {"u8", Kind::unsigned_integer, 8},
    {"f4", Kind::real, 4},
    {"f8", Kind::real, 8},
};

// Walks over the Python dictionary in the header, understanding only what NumPy writes: string keys; values
// that are strings, Booleans or tuples of integers.
class HeaderText {
 public:
  HeaderText(const ByteReader& reader, std::string_view text) : reader_(reader), rest_(text) {}

  bool take(char c) {
    skip_space();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!take(c)) stop(fmt::format("'{}'", c));
  }

  bool at_end() {
    skip_space();
    return rest_.empty();
  }

  std::string_view string() {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"' && !take('"')) stop("a string");
    const std::size_t size = rest_.find(quote);
    if (size == std::string_view::npos) stop("a string that ends");
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size + 1);
    return text;
  }

  bool boolean() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    stop("True or False");
  }

  std::size_t integer() {
    skip_space();
    std::size_t value = 0;
    int digits = 0;
    constexpr int kMostDigits = 18;  // below 2^62
    for (; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; ++digits, rest_.remove_prefix(1)) {
      if (digits == kMostDigits) stop(fmt::format("a dimension of at most {} digits", kMostDigits));
      value = value * 10 + static_cast<std::size_t>(rest_[0] - '0');
    }
    if (digits == 0) stop("a whole number");
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // a long of Python 2
    return value;
  }

  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> items;
    expect('(');
    while (!take(')')) {
      constexpr std::size_t kMostItems = 64;  // NumPy's own limit
      if (items.size() == kMostItems) stop("at most 64 dimensions");
      items.push_back(integer());
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return items;
  }

  [[noreturn]] void stop(std::string_view expected) const {
    reader_.fail_here("expected {} in the NPY header, found {}", expected,
                      rest_.empty() ? "its end" : in_quotes(rest_));
  }

 private:
  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  const ByteReader& reader_;
  std::string_view rest_;
};

NpyType type_from(const ByteReader& reader, std::string_view descr) {
  for (const TypeName& name : kTypes) {
    if (descr.empty() || descr.substr(1) != name.code) continue;
    const char order = descr[0];
    const bool ordered = order == '<' || order == '>';
    if (ordered || (name.bytes == 1 && order == '|')) {
      return {name.kind, name.bytes, order == '>' && name.bytes > 1};
    }
  }
  reader.fail_here("expected an array of booleans, integers, float32 or float64, got the dtype {}",
                   in_quotes(descr));
}

void check_shape(const ByteReader& reader, const NpyHeader& header) {
  if (header.shape.empty() || header.shape.size() > 3) {
    reader.fail_here("expected an array of one to three dimensions, got the shape {}",
                     shape_text(header.shape));
  }
  // Products are formed only once they are known to fit.
  constexpr std::size_t kLargest = std::size_t{1} << 62;
  const std::size_t most = kLargest / header.type.bytes;
  std::size_t elements = 1;
  for (const std::size_t size : header.shape) {
    if (size > 0 && elements > most / size) {
      reader.fail_here("expected an array that fits in memory, got the shape {}", shape_text(header.shape));
    }
    elements *= size;
  }
}

std::size_t parse_header_size(ByteReader& reader) {
  const auto start = reader.read_exactly(kNpyMagic.size() + 2, "NPY header");
  if (!std::equal(kNpyMagic.begin(), kNpyMagic.end(), start.begin(),
                  [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; })) {
    reader.fail_here("expected an NPY file, got one that starts with {}",
                     in_quotes({reinterpret_cast<const char*>(start.data()), kNpyMagic.size()}));
  }
  const int major = start[kNpyMagic.size()];
  const int minor = start[kNpyMagic.size() + 1];
  if (major < 1 || major > 3 || minor != 0) {
    reader.fail_here("expected NPY version 1.0, 2.0 or 3.0, got {}.{}", major, minor);
  }
  std::size_t size = 0;
  const auto bytes = reader.read_exactly(major == 1 ? 2 : 4, "NPY header");
  for (std::size_t i = 0; i < bytes.size(); ++i) size |= std::size_t{bytes[i]} << 8 * i;
  constexpr std::size_t kLongest = 1 << 16;  // a plain array needs about a hundred bytes
  if (size > kLongest) reader.fail_here("expected an NPY header of at most {} bytes, got {}", kLongest, size);
  return size;
}

}  // namespace

NpyHeader parse_npy_header(ByteReader& reader) {
  const auto bytes = reader.read_exactly(parse_header_size(reader), "NPY header");
  HeaderText text(reader, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  std::optional<NpyType> type;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::size_t>> shape;
  text.expect('{');
  while (!text.take('}')) {
    const std::string_view key = text.string();
    text.expect(':');
    if (key == "descr" && !type) {
      type = type_from(reader, text.string());
    } else if (key == "fortran_order" && !fortran_order) {
      fortran_order = text.boolean();
    } else if (key == "shape" && !shape) {
      shape = text.tuple();
    } else {
      reader.fail_here(
          "expected the keys descr, fortran_order and shape, once each, in the NPY header, found {}",
          in_quotes(key));
    }
    if (!text.take(',')) {
      text.expect('}');
      break;
    }
  }
  if (!text.at_end()) text.stop("nothing after the dictionary");
  if (!type || !fortran_order || !shape) {
    reader.fail_here("expected the keys descr, fortran_order and shape in the NPY header, but {} is missing",
                     !type    ? "descr"
                     : !shape ? "shape"
                              : "fortran_order");
  }
  NpyHeader header{*type, *fortran_order, std::move(*shape)};
  check_shape(reader, header);
  return header;
}

std::string format_npy_header(const NpyHeader& header) {
  std::string_view code;
  for (const TypeName& name : kTypes) {
    if (name.kind == header.type.kind && name.bytes == header.type.bytes) code = name.code;
  }
  assert(!code.empty());
  const char order = header.type.bytes == 1 ? '|' : header.type.big_endian ? '>' : '<';
  std::string text = fmt::format("{{'descr': '{}{}', 'fortran_order': {}, 'shape': {}, }}", order, code,
                                 header.fortran_order ? "True" : "False", shape_text(header.shape));
  constexpr std::size_t kBefore = 10;  // magic, version, size
  constexpr std::size_t kAlign = 64;
  text.append(kAlign - 1 - (kBefore + text.size()) % kAlign, ' ');
  text += '\n';
  std::string bytes(kNpyMagic);
  bytes += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return bytes + text;
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

}  // namespace bitbasin
