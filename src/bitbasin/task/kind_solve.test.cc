// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "bitbasin/solve/algorithm.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/task/perceptron_problem.h"
#include "bitbasin/task/task.h"

namespace bitbasin::kind_solve_test {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> names_of(const Json& keys) {
  std::vector<std::string> names;
  for (const auto& [name, value] : keys.items()) names.push_back(name);
  return names;
}

// Stored results are compared byte by byte, and identities are made from the parameters: change both tests
// only on purpose, together with the kind's revision.
TEST(SolveKinds, ParametersStayTheSame) {
  EXPECT_EQ(make_task(task_kind("solve ksat"), {{"n", "50"}, {"alpha", "3"}, {"algorithm", "edmc"}})
                .parameters.dump(),
            R"({"n":50,"k":3,"alpha":3.0,"clauses":"auto","algorithm":"edmc:mode=parallel,gamma=auto,)"
            R"(gamma_step=auto,gamma_max=auto,period=1,y=inf,candidates=5,batch=0.05,tolerance=auto,)"
            R"(max_sweeps=300,averages=10,restarts=10,mend=10","budget":0,"seed":1})");
}

TEST(SolveKinds, KeysStayInTheirOrder) {
  const auto keys_of = [](const char* kind, const Parameters& parameters) {
    return names_of(run_task(make_task(task_kind(kind), parameters), {}).keys);
  };
  EXPECT_THAT(keys_of("solve perceptron", {{"n", "51"}, {"alpha", "0.5"}, {"task", "teacher"}}),
              ::testing::ElementsAre("algorithm", "spec", "n", "alpha", "patterns", "constraint", "kappa",
                                     "kappa_eff", "solved", "errors", "verified", "iterations", "restarts",
                                     "flips", "messages", "work", "teacher_overlap", "generalization_error"));
  EXPECT_THAT(
      keys_of("solve ksat", {{"n", "50"}, {"alpha", "3"}, {"algorithm", "probsat"}}),
      ::testing::ElementsAre("algorithm", "spec", "n", "alpha", "clauses", "k", "solved", "unsatisfied",
                             "verified", "iterations", "flips", "messages", "restarts", "work", "frozen"));
  EXPECT_THAT(keys_of("solve ksat", {{"n", "50"}, {"alpha", "3"}}),
              ::testing::ElementsAre("algorithm", "spec", "n", "alpha", "clauses", "k", "solved",
                                     "unsatisfied", "verified", "found_by", "iterations", "flips", "messages",
                                     "restarts", "work", "frozen", "status"));
}

TEST(SolveKinds, WrongParametersFailBeforeAnythingIsGenerated) {
  // No machine has the memory for this instance.
  const Parameters huge = {{"n", "1073741823"}, {"alpha", "1000000"}};
  Parameters given = huge;
  given.emplace_back("algorithm", "rbp:speed=1");
  EXPECT_THAT(make_task(task_kind("solve perceptron"), given).error, HasSubstr("expected an option of rbp"));
  given = huge;
  given.emplace_back("patterns", "3");
  EXPECT_EQ(make_task(task_kind("solve perceptron"), given).error,
            "expected either alpha or patterns, got both");
  EXPECT_EQ(make_task(task_kind("solve perceptron"), {{"n", "11"}, {"alpha", "0.01"}}).error,
            "alpha is too small for a single pattern: 0.01 * 11 rounds to 0");
  EXPECT_EQ(make_task(task_kind("solve ksat"), {{"n", "11"}}).error,
            "expected either alpha or clauses, got neither");
}

// The verdict on an answer is the checker's, whatever the solver claims.
TEST(SolveKinds, KeysTellWhatTheCheckerFound) {
  const PerceptronInstance instance = random_instance(51, 20, 1);
  Solver<PerceptronInstance> solver = read_solver<PerceptronInstance>("rbp");
  solver.solve = [](const PerceptronInstance& problem, const SolveSetup&, RunControl&) {
    return SolveResult{BitVector(problem.n()), 0};
  };
  RunControl control;
  const VerifiedResult result = solve_and_check(instance, solver, {}, control);
  const Json keys = solve_keys<PerceptronProblem>(instance, solver, result, 17);
  EXPECT_EQ(keys["errors"], count_violations(instance, BitVector(51)));
  EXPECT_GT(keys["errors"], 0);
  EXPECT_EQ(keys["solved"], false);
  EXPECT_EQ(keys["verified"], false);
  EXPECT_EQ(keys["work"], 17);
}

}  // namespace
}  // namespace bitbasin::kind_solve_test
