// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/committee_cli.h"
#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/sat/solution.h"
#include "bitbasin/task/damage_keys.h"
#include "bitbasin/task/ksat_problem.h"

namespace bitbasin {
namespace {

// `check X` of weights, for perceptrons and committees.
template <class Cli>
struct CheckWeights {
  ProblemSource<Cli> source;
  std::string weights;
  DamageOptions damage;
};

// Prints the verdict; what was wrong, in how much of what.
ExitCode verdict(std::size_t errors, const std::string& in_what, Session& session) {
  session.output.result["errors"] = errors;
  session.output.result["verified"] = errors == 0;
  session.output.line("{} in {}{}", counted(errors, "error"), in_what, errors == 0 ? ": verified" : "");
  session.finish(StopReason::none);
  return errors == 0 ? kDone : kNotSolved;
}

std::size_t count_errors(const PerceptronInstance& instance, const BitVector& weights, int threads) {
  return count_violations(instance, weights, threads);
}
std::size_t count_errors(const CommitteeInstance& instance, const BitVector& weights, int) {
  return count_violations(instance, weights);
}

template <class Cli>
ExitCode check_weights(const CheckWeights<Cli>& flags, Session& session) {
  using P = typename Cli::Problem;
  check(flags.damage);
  const auto instance = flags.source.load(session);
  const BitVector weights = Cli::read_configuration(flags.weights, instance);
  P::describe(instance, session.output.result);
  P::describe_configuration(instance, weights, session.output.result);
  Cli::tell_generalization(session);
  if constexpr (can_be_damaged<P>()) {
    describe_damage(instance, weights, flags.damage, session.seed(), session.threads(),
                    session.output.result);
    tell_damage(session);
  }
  return verdict(count_errors(instance, weights, session.threads()),
                 fmt::format("{} {}", counted(instance.patterns(), "pattern"), Cli::of_synapses(instance)),
                 session);
}

struct CheckKsat {
  std::string cnf;
  std::string solution;
};

ExitCode check_ksat(const CheckKsat& flags, Session& session) {
  const Formula formula = read_dimacs(flags.cnf);
  const SatSolution solution = read_solution(flags.solution, formula.variables);
  if (solution.status != SatSolution::Status::satisfiable) {
    const bool unsatisfiable = solution.status == SatSolution::Status::unsatisfiable;
    fail("expected an assignment to check, but {} says only that the formula is {}", flags.solution,
         unsatisfiable ? "unsatisfiable" : "not solved");
  }
  KsatProblem::describe_size(formula, session.output.result);
  session.output.result["missing"] = solution.missing;
  KsatProblem::describe_configuration(formula, solution.assignment, session.output.result);
  if (solution.missing > 0)
    session.output.note("{} without a value: taken as false", counted(solution.missing, "variable"));
  return verdict(
      count_violations(formula, solution.assignment),
      fmt::format("{} over {}", counted(formula.clauses(), "clause"), counted(formula.variables, "variable")),
      session);
}

template <class Cli>
void add_check_weights(Command& group, const char* meaning,
                       std::initializer_list<std::string_view> examples) {
  const auto flags = std::make_shared<CheckWeights<Cli>>();
  Command command = group.add_command(std::string(Cli::Problem::kName), meaning, examples,
                                      [flags](Session& session) { return check_weights(*flags, session); });
  command.add_file("--weights", flags->weights, "the weights to check, text or NPY", true);
  flags->source.add_flags(command);
  if constexpr (can_be_damaged<typename Cli::Problem>()) command.add_options(damage_options(), flags->damage);
}

void add_check_ksat(Command& group) {
  const auto ksat = std::make_shared<CheckKsat>();
  Command command = group.add_command(
      "ksat", "count the clauses that an assignment leaves unsatisfied; exit code 0 if none, otherwise 1",
      {"printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' > small.cnf",
       "printf 's SATISFIABLE\\nv 1 2 -3 0\\n' > small.sol",
       "bitbasin check ksat --cnf small.cnf --solution small.sol"},
      [ksat](Session& session) { return check_ksat(*ksat, session); });
  command.add_file("--cnf", ksat->cnf, "formula in DIMACS CNF, plain or gzip", true);
  command.add_file("--solution", ksat->solution, "assignment: 's' and 'v' lines, as SAT solvers print", true);
}

}  // namespace

void add_check(Command& root) {
  Command group = root.add_group("check", "verify a solution file with a slow, independent checker");
  add_check_weights<PerceptronCli>(
      group, "count the patterns that given weights misclassify; exit code 0 if none, otherwise 1",
      {"bitbasin generate perceptron --n 501 --alpha 1.5 --task teacher --out taught.npy --save-teacher "
       "teacher.txt",
       "bitbasin check perceptron --input taught.npy --labels taught-labels.npy --weights teacher.txt",
       "bitbasin check perceptron --n 501 --alpha 1.5 --task teacher --seed 1 --weights teacher.txt"});
  add_check_weights<CommitteeCli>(
      group, "count the patterns that a committee misclassifies; exit code 0 if none, otherwise 1",
      {"bitbasin generate committee --units 3 --n 101 --alpha 1.5 --task teacher --out taught.txt "
       "--save-teacher teacher.txt",
       "bitbasin check committee --units 3 --input taught.txt --weights teacher.txt"});
  add_check_ksat(group);
}

}  // namespace bitbasin
