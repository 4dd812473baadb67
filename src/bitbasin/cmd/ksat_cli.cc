// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/ksat_cli.h"

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/sat/solution.h"

namespace bitbasin {

void KsatCli::Files::add(Command& command) {
  command.add_file("--cnf", cnf, "formula in DIMACS CNF, plain or gzip");
}

Formula KsatCli::Files::read(const RandomFormula&) const {
  return read_dimacs(cnf);
}

void KsatCli::AnswerFlags::add(Command& command) {
  command.add_switch(
      "--dimacs", dimacs,
      "answer as SAT solvers do: 's' and 'v' lines, exit code 10 if satisfiable, 20 if not, 0 if unknown");
  json_given = [command] { return command.given("--json"); };
}

void KsatCli::AnswerFlags::check() const {
  if (dimacs && json_given()) fail("expected either --json or --dimacs, got both");
}

void KsatCli::save(const ByteSink& sink, const std::string&, const VerifiedResult& result) {
  const SatSolution::Status status = Problem::status(result);
  if (status != SatSolution::Status::unknown) {
    format_solution(sink, {status, result.found.configuration, 0});
  } else {
    sink(fmt::format("c the best assignment that was found leaves {} unsatisfied\n",
                     counted(result.violations, "clause")));
    format_values(sink, result.found.configuration);
  }
}

void KsatCli::answer(const Formula& formula, const VerifiedResult& result, const AnswerFlags& flags,
                     Session& session) {
  const SatSolution::Status status = Problem::status(result);
  const bool refuted = status == SatSolution::Status::unsatisfiable;
  const std::string line = fmt::format(
      "{}{}{}{}: {}{} over {} (alpha {:.4f}){} after {}, {}, {}, {:.2f} s", flags.dimacs ? "c " : "",
      refuted           ? "unsatisfiable"
      : result.solved() ? "solved"
                        : "not solved",
      result.found.found_by.empty() ? "" : " by ", result.found.found_by,
      refuted ? "" : fmt::format("{} of ", result.violations), counted(formula.clauses(), "clause"),
      counted(formula.variables, "variable"), formula.alpha(), refuted ? "" : " unsatisfied",
      counted(result.found.iterations, "iteration"), counted(result.found.flips, "flip"),
      counted(result.found.restarts, "restart"), result.seconds);
  if (!flags.dimacs) {
    session.output.line("{}", line);
    return;
  }
  session.output.note("{}", line);
  format_solution([&](std::string_view text) { session.output.text(text); },
                  {status, result.found.configuration, 0});
}

ExitCode KsatCli::exit_code(ExitCode code, const VerifiedResult& result, const AnswerFlags& flags) {
  if (!flags.dimacs || code == kInterrupted) return code;
  const SatSolution::Status status = Problem::status(result);
  if (status == SatSolution::Status::unsatisfiable) return kUnsatisfiable;
  return status == SatSolution::Status::satisfiable ? kSatisfiable : kDone;
}

BitVector KsatCli::read_configuration(const std::string& path, const Formula& formula) {
  const SatSolution solution = read_solution(path, formula.variables);
  if (solution.status != SatSolution::Status::satisfiable) {
    fail("expected an assignment, but {} holds none", path);
  }
  return solution.assignment;
}

void KsatCli::describe_start(const StartingPoint& start, Json& keys) {
  if (!start.spec.empty()) {
    keys["algorithm"] = start.algorithm;
    keys["spec"] = start.spec;
  }
  keys["solved"] = start.violations == 0;
  keys["unsatisfied"] = start.violations;
}

void KsatCli::tell_start(const Formula& formula, const StartingPoint& start, Session& session) {
  session.output.note("around an assignment that leaves {} of {} over {} unsatisfied", start.violations,
                      counted(formula.clauses(), "clause"), counted(formula.variables, "variable"));
}

}  // namespace bitbasin
