// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/base/value_list.h"
#include "bitbasin/cmd/algorithm_help.h"
#include "bitbasin/cmd/entropy_output.h"
#include "bitbasin/cmd/ksat_source.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/solution.h"
#include "bitbasin/task/ksat_entropy.h"

namespace bitbasin {
namespace {

struct EntropyKsat {
  KsatSource source;
  EntropyFlags flags;
  std::string algorithm = "edmc";
  std::string solution;
  std::string distances{kDefaultDistances};
};

BitVector read_center(const std::string& path, const Formula& formula) {
  const SatSolution solution = read_solution(path, formula.variables);
  if (solution.status != SatSolution::Status::satisfiable) {
    fail("expected an assignment in {} but it holds none", path);
  }
  return solution.assignment;
}

ExitCode entropy_ksat(const EntropyKsat& flags, bool algorithm_given, Session& session) {
  if (algorithm_given && !flags.solution.empty()) {
    fail("expected either --solution or --algorithm but both are given");
  }
  const std::vector<double> distances = parse_value_list("--distances", flags.distances, {0, 1});
  const Spec spec = parse_spec(flags.algorithm);
  const SatAlgorithm& algorithm = sat_algorithm(spec.name);
  const std::string canonical = algorithm.canonical(spec);  // fails before any work is done
  const Formula formula = load_formula(flags.source, session);
  check_has_entropy(formula);
  Json& result = session.output.result;
  describe_formula_with_length(formula, result);

  RunControl control = session.control();
  BitVector center;
  if (flags.solution.empty()) {
    center = algorithm.solve(formula, spec, {session.seed()}, control).assignment;
    result["algorithm"] = spec.name;
    result["spec"] = canonical;
  } else {
    center = read_center(flags.solution, formula);
  }
  const std::size_t unsatisfied = count_unsatisfied(formula, center);
  result["solved"] = unsatisfied == 0;
  result["unsatisfied"] = unsatisfied;
  session.output.note("around an assignment that leaves {} of {} clauses over {} variables unsatisfied",
                      unsatisfied, formula.clauses(), formula.variables);

  report_entropy(ksat_entropy(formula, center, distances, flags.flags, {session.seed()}, control), session);
  const ExitCode code = session.finish(control.stop_reason());
  if (code == kInterrupted) return code;
  return unsatisfied == 0 ? kDone : kNotSolved;
}

}  // namespace

void add_entropy_ksat(Command& group) {
  const auto flags = std::make_shared<EntropyKsat>();
  const auto algorithm_given = std::make_shared<std::function<bool()>>();
  Command command = group.add_command(
      "ksat", "local entropy around an assignment, from a file or found on the spot",
      {"bitbasin entropy ksat --n 1000 --k 3 --alpha 3.0",
       "bitbasin entropy ksat --n 1000 --k 3 --alpha 3.0 --algorithm probsat --distances 0.02,0.05,0.1",
       "bitbasin generate ksat --n 500 --k 4 --alpha 8.0 --out hard.cnf",
       "bitbasin solve ksat --cnf hard.cnf --algorithm sa --save hard.sol",
       "bitbasin entropy ksat --cnf hard.cnf --solution hard.sol --distances 0:0.05:6 --json"},
      [flags, algorithm_given](Session& session) {
        return entropy_ksat(*flags, (*algorithm_given)(), session);
      });
  *algorithm_given = [command] { return command.given("--algorithm"); };
  add_ksat_source(command, flags->source);
  command.add_file("--solution", flags->solution,
                   "assignment to measure around: 's' and 'v' lines, or what MiniSat writes");
  command.add_text("--algorithm", flags->algorithm,
                   "where there is no --solution: " + algorithm_help(sat_algorithms()));
  command.add_text("--distances", flags->distances,
                   "fractions of the variables in which solutions differ, FIRST:LAST:COUNT or a list");
  command.add_options(entropy_flag_table(), flags->flags);
}

}  // namespace bitbasin
