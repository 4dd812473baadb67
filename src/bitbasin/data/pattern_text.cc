// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/pattern_text.h"

#include <cassert>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/bit_rows.h"
#include "bitbasin/data/sign_text.h"

namespace bitbasin {

namespace {

BitVector parse_labels(ByteReader& reader) {
  SignSpelling spelling;
  BitRows labels;
  if (parse_sign_line(reader, spelling, labels) == 0) {
    reader.fail_line("expected the labels of the patterns, {}, found a blank line", kSignEntries);
  }
  labels.end_row();
  return labels.vector();
}

// Continues after a blank line: only more blank lines may follow.
void expect_blank_lines(ByteReader& reader) {
  for (int c = reader.get(); c != ByteReader::kEnd; c = reader.get()) {
    if (c != '\n' && c != '\r' && c != ' ' && c != '\t') {
      reader.fail_line("expected nothing after a blank line, found {}", in_quotes(c));
    }
  }
}

}  // namespace

LabelledPatterns parse_pattern_text(ByteReader& reader) {
  BitVector labels = parse_labels(reader);
  SignSpelling spelling;
  BitRows rows;
  while (reader.peek() != ByteReader::kEnd) {
    const std::size_t count =
        parse_sign_line(reader, spelling, rows, rows.rows() > 0 ? rows.cols() : kAnyCount);
    if (count == 0) {
      expect_blank_lines(reader);
      break;
    }
    if (rows.rows() == labels.size()) {
      reader.fail_line("expected {}, one for each label in the first line, found more",
                       counted(labels.size(), "pattern"));
    }
    if (rows.rows() > 0 && count != rows.cols()) {
      reader.fail_line("expected {}, {}, found {}", counted(rows.cols(), "entry"), kSignEntries, count);
    }
    rows.end_row();
  }
  if (rows.rows() != labels.size()) {
    reader.fail_here("expected {}, one for each label in the first line, found {}",
                     counted(labels.size(), "pattern"), rows.rows());
  }
  return {rows.matrix(), std::move(labels)};
}

LabelledPatterns read_pattern_text(const std::string& path) {
  ByteReader reader(path);
  return parse_pattern_text(reader);
}

void format_pattern_text(const ByteSink& sink, const LabelledPatterns& data) {
  assert(data.patterns.rows() == data.labels.size());
  if (data.patterns.rows() == 0 || data.patterns.cols() == 0) {
    fail("expected at least one pattern of at least one entry to write as text, got {} x {}",
         data.patterns.rows(), data.patterns.cols());
  }
  format_sign_line(sink, data.labels.words(), data.labels.size());
  for (std::size_t r = 0; r < data.patterns.rows(); ++r) {
    format_sign_line(sink, data.patterns.row(r), data.patterns.cols());
  }
}

void write_pattern_text(const std::string& path, const LabelledPatterns& data) {
  write_file(path, [&](const ByteSink& sink) { format_pattern_text(sink, data); });
}

}  // namespace bitbasin
