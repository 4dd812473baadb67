// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/ksat_source.h"

#include "bitbasin/base/error.h"
#include "bitbasin/sat/dimacs.h"

namespace bitbasin {

void add_ksat_source(Command& command, KsatSource& source) {
  command.add_file("--cnf", source.cnf, "formula in DIMACS CNF, plain or gzip");
  command.add_options(ksat_flag_table(), source.random);
  source.random_given = [command] {
    return command.given("--n") || command.given("--k") || command.given("--alpha") ||
           command.given("--clauses");
  };
}

Formula load_formula(const KsatSource& source, const Session& session) {
  const bool random = source.random_given();
  if (!source.cnf.empty() && random) {
    fail("expected either --cnf or a random formula by --n, --k and --alpha but both are given");
  }
  if (source.cnf.empty() && !random) {
    fail("expected --cnf or a random formula by --n, --k and --alpha but neither is given");
  }
  return random ? generate_formula(source.random, session.seed(), session.threads())
                : read_dimacs(source.cnf);
}

}  // namespace bitbasin
