// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// What a SAT solver answered.
struct SatSolution {
  enum class Status : std::uint8_t { satisfiable, unsatisfiable, unknown };

  Status status = Status::unknown;
  BitVector assignment;     // bit 1 for true; meaningful when satisfiable
  std::size_t missing = 0;  // variables without a value, taken as false

  bool operator==(const SatSolution&) const = default;
};

// Reads the answer to a formula with the given number of variables, in either of two forms:
//   - competition output, as CaDiCaL prints it: comments 'c ...', one line 's SATISFIABLE', 's UNSATISFIABLE'
//   or
//     's UNKNOWN', values in lines 'v 1 -2 ... 0' (without an 's' line the values speak for themselves);
//   - the result file of MiniSat: SAT, UNSAT or INDET in the first line, then the values '1 -2 ... 0'.
SatSolution parse_solution(ByteReader& reader, std::uint32_t variables);
SatSolution read_solution(const std::string& path, std::uint32_t variables);

// 'v' lines of at most 78 characters.
void format_values(const ByteSink& sink, const BitVector& assignment);

// The 's' line and, when satisfiable, the values.
void format_solution(const ByteSink& sink, const SatSolution& solution);
void write_solution(const std::string& path, const SatSolution& solution);

}  // namespace bitbasin
