// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/cmd/algorithm_help.h"
#include "bitbasin/cmd/ksat_source.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/solution.h"
#include "bitbasin/task/solve_ksat.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

struct SolveKsatLimits {
  std::uint64_t budget = 0;
};

const OptionTable<SolveKsatLimits>& limits_table() {
  static const OptionTable<SolveKsatLimits> table{
      option("budget", &SolveKsatLimits::budget, {},
             "messages, proposals or flips after which to stop, 0 for the limits of the algorithm alone"),
  };
  return table;
}

struct SolveKsat {
  KsatSource source;
  SolveKsatLimits limits;
  std::string algorithm = "edmc";
  std::string save;
  bool dimacs = false;
};

// An assignment that satisfies everything is a solution; the best of a search that failed is only values.
void save_assignment(const ByteSink& sink, const BitVector& assignment, std::size_t unsatisfied) {
  if (unsatisfied == 0) {
    format_solution(sink, {SatSolution::Status::satisfiable, assignment, 0});
  } else {
    sink(fmt::format("c the best assignment that was found leaves {} clauses unsatisfied\n", unsatisfied));
    format_values(sink, assignment);
  }
}

// What the SAT competitions ask for.
void print_dimacs(const BitVector& assignment, std::size_t unsatisfied, Session& session) {
  const auto status = unsatisfied == 0 ? SatSolution::Status::satisfiable : SatSolution::Status::unknown;
  format_solution([&](std::string_view text) { session.output.text(text); }, {status, assignment, 0});
}

ExitCode solve_ksat_command(const SolveKsat& flags, bool json, Session& session) {
  if (flags.dimacs && json) fail("expected either --json or --dimacs but both are given");
  const Spec spec = parse_spec(flags.algorithm);
  sat_algorithm(spec.name).canonical(spec);  // fails before any work is done
  const Formula formula = load_formula(flags.source, session);

  RunControl control = session.control(flags.limits.budget);
  const KsatAnswer answer = solve_ksat(formula, spec, {session.seed()}, control);
  const SatResult& found = answer.found;
  if (!flags.save.empty()) {
    RunControl writing;  // the best assignment so far is worth keeping, also after an interrupt
    OutputFiles files(writing);
    save_assignment(files.open(flags.save), found.assignment, answer.unsatisfied);
    files.commit();
  }
  Json& result = session.output.result;
  result = answer.keys;
  result["seconds"] = answer.seconds;
  if (!flags.save.empty()) result["file"] = flags.save;
  const std::string mark = flags.dimacs ? "c " : "";
  const std::string line = fmt::format(
      "{}{}: {} of {} clauses over {} variables (alpha {:.4f}) unsatisfied after {} iterations, {} flips, {} "
      "restarts, {:.2f} s",
      mark, answer.unsatisfied == 0 ? "solved" : "not solved", answer.unsatisfied, formula.clauses(),
      formula.variables, formula.alpha(), found.iterations, found.flips, found.restarts, answer.seconds);
  if (flags.dimacs) {
    session.output.note("{}", line);
    print_dimacs(found.assignment, answer.unsatisfied, session);
  } else {
    session.output.line("{}", line);
  }
  const ExitCode code = session.finish(control.stop_reason());
  if (code == kInterrupted) return code;
  if (flags.dimacs) return answer.unsatisfied == 0 ? kSatisfiable : kDone;
  return answer.unsatisfied == 0 ? kDone : kNotSolved;
}

}  // namespace

void add_solve_ksat(Command& group) {
  const auto flags = std::make_shared<SolveKsat>();
  const auto json_given = std::make_shared<std::function<bool()>>();
  Command command = group.add_command(
      "ksat", "find an assignment that satisfies every clause; exit code 0 if solved, else 1",
      {"bitbasin solve ksat --n 10000 --k 3 --alpha 4.0",
       "bitbasin generate ksat --n 1000 --k 4 --alpha 8.0 --out hard.cnf.gz",
       "bitbasin solve ksat --cnf hard.cnf.gz --algorithm rbp --save hard.sol",
       "bitbasin check ksat --cnf hard.cnf.gz --solution hard.sol",
       "bitbasin solve ksat --n 500 --k 3 --alpha 3.0 --algorithm edmc:mode=predicted --json",
       "bitbasin solve ksat --cnf hard.cnf.gz --algorithm probsat --dimacs || test $? -eq 10"},
      [flags, json_given](Session& session) { return solve_ksat_command(*flags, (*json_given)(), session); });
  *json_given = [command] { return command.given("--json"); };
  command.add_text("--algorithm", flags->algorithm, algorithm_help(sat_algorithms()));
  add_ksat_source(command, flags->source);
  command.add_options(limits_table(), flags->limits);
  command.add_output_file("--save", flags->save, "where to write the assignment, as 's' and 'v' lines");
  command.add_switch(
      "--dimacs", flags->dimacs,
      "answer as SAT solvers do: 's' and 'v' lines, exit code 10 if satisfiable, 0 if unknown");
}

}  // namespace bitbasin
