// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// DIMACS CNF, plain or gzip: comments (from 'c' to the end of the line) wherever a literal could be, the
// header 'p cnf V C', then C clauses that end in 0, over any number of lines; the '%' that ends the files of
// SATLIB is accepted. V may be up to 2^30 and costs nothing here: memory grows with the literals that arrive.
Formula parse_dimacs(ByteReader& reader);
Formula read_dimacs(const std::string& path);

void format_dimacs(const ByteSink& sink, const Formula& formula);
void write_dimacs(const std::string& path, const Formula& formula);

}  // namespace bitbasin
