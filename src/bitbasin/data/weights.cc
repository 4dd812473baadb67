// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/weights.h"

#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/bit_rows.h"
#include "bitbasin/data/npy_header.h"
#include "bitbasin/data/npy_signs.h"
#include "bitbasin/data/sign_text.h"

namespace bitbasin {

namespace {

BitVector parse_weight_text(ByteReader& reader) {
  SignSpelling spelling;
  BitRows rows;
  while (reader.peek() != ByteReader::kEnd) parse_sign_line(reader, spelling, rows);
  if (rows.count() == 0) reader.fail_here("expected entries {}, found only blank lines", kSignEntries);
  rows.end_row();
  return rows.vector();
}

}  // namespace

BitVector parse_weights(ByteReader& reader) {
  return reader.starts_with(kNpyMagic) ? parse_npy_sign_vector(reader) : parse_weight_text(reader);
}

BitVector read_weights(const std::string& path) {
  ByteReader reader(path);
  return parse_weights(reader);
}

void format_weights(const ByteSink& sink, const BitVector& weights, bool npy) {
  if (npy) {
    format_npy_signs(sink, weights);
  } else {
    format_sign_line(sink, weights.words(), weights.size());
  }
}

void write_weights(const std::string& path, const BitVector& weights) {
  if (weights.size() == 0) fail("expected at least one weight to write to {}, got none", path);
  write_file(path, [&](const ByteSink& sink) { format_weights(sink, weights, names_npy(path)); });
}

bool names_npy(const std::string& path) {
  return path.ends_with(".npy") || path.ends_with(".npy.gz");
}

}  // namespace bitbasin
