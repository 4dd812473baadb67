// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_entropy_test {
namespace {

using ::testing::HasSubstr;

TEST(EntropyKsat, MeasuresAroundAFileThatASolverWrote) {
  const TempFolder folder;
  ASSERT_EQ(run_bitbasin("generate ksat --n 300 --k 3 --alpha 3 --out f.cnf", folder.path()).code, 0);
  ASSERT_EQ(run_bitbasin("solve ksat --cnf f.cnf --algorithm probsat --dimacs > s.txt", folder.path()).code,
            10);
  const Outcome outcome =
      run_bitbasin("entropy ksat --cnf f.cnf --solution s.txt --distances 0,0.02,0.05 --json", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["points"].size(), 3u);
  EXPECT_EQ(json["points"][0]["entropy"], 0.0);
  EXPECT_EQ(json["points"][0]["gamma"], nullptr);
  double before = 0;
  for (const std::size_t i : {1u, 2u}) {
    const auto& point = json["points"][i];
    const double d = point["d"].get<double>(), entropy = point["entropy"].get<double>();
    EXPECT_EQ(point["converged"], true);
    EXPECT_GT(entropy, before);
    EXPECT_LT(entropy, -d * std::log(d) - (1 - d) * std::log(1 - d)) << "no more than there are assignments";
    before = entropy;
  }
  EXPECT_GT(json["bethe_entropy"], before);
  EXPECT_EQ(json["bethe_converged"], true);
}

TEST(EntropyKsat, FindsASolutionOnTheSpot) {
  const Outcome outcome = run_bitbasin("entropy ksat --n 300 --k 4 --alpha 7 --distances 0.01:0.03:3");
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("leaves 0 of 2100 clauses"));
  EXPECT_THAT(outcome.out, HasSubstr("entropy of all solutions"));
}

TEST(EntropyKsat, SaysWhatDidNotConverge) {
  const auto json =
      run_bitbasin("entropy ksat --n 300 --k 3 --alpha 3 --distances 0.02,0.99 --max-sweeps 2 --json").json();
  for (const auto& point : json["points"]) EXPECT_EQ(point["converged"], false);
  EXPECT_EQ(json["bethe_converged"], false);
}

TEST(EntropyKsat, CountsClustersBySurveys) {
  const auto measured = [](const char* alpha) {
    const Outcome outcome = run_bitbasin(
        fmt::format("entropy ksat --n 1000 --k 3 --alpha {} --level surveys --tolerance 1e-3 --json", alpha));
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_EQ(outcome.json()["converged"], true);
    return outcome.json();
  };
  EXPECT_LT(std::abs(measured("3.3")["complexity"].get<double>()), 1e-4);
  const auto clustered = measured("4.15");
  EXPECT_GT(clustered["complexity"], 0.001);
  EXPECT_GT(clustered["frozen"], 0.5);
  EXPECT_GT(clustered["sweeps"], 10);
  EXPECT_FALSE(clustered.contains("points"));

  const Outcome stopped =
      run_bitbasin("entropy ksat --n 500 --k 3 --alpha 4.2 --level surveys --max-sweeps 3");
  EXPECT_EQ(stopped.code, 0) << stopped;
  EXPECT_THAT(stopped.out, HasSubstr("not converged"));
}

TEST(EntropyKsat, BadInputIsOneSentence) {
  const TempFolder folder;
  folder.add("f.cnf", "p cnf 2 1\n1 2 0\n");
  folder.add("unsat.txt", "s UNSATISFIABLE\n");
  folder.add("none.cnf", "p cnf 0 0\n");
  folder.add("empty.cnf", "p cnf 2 2\n1 2 0\n0\n");
  const std::pair<const char*, const char*> cases[] = {
      {"--cnf f.cnf --solution unsat.txt", "expected an assignment, but unsat.txt holds none"},
      {"--cnf f.cnf --solution unsat.txt --algorithm sa", "either --solution or --algorithm"},
      {"--cnf f.cnf --distances 0.1:0.2", "FIRST:LAST:COUNT"},
      {"--cnf f.cnf --distances 0.1,2", "--distances"},
      {"--cnf empty.cnf", "empty clause"},
      {"--cnf none.cnf", "at least one variable"},
      {"--cnf empty.cnf --level surveys", "empty clause"},
      {"--cnf f.cnf --level clusters", "solutions|surveys"},
      {"--cnf f.cnf --level surveys --algorithm sa", "no configuration"},
  };
  for (const auto& [flags, part] : cases) {
    const Outcome outcome = run_bitbasin(std::string("entropy ksat ") + flags, folder.path());
    EXPECT_TRUE(outcome.is_error_about(part)) << flags << "\n" << outcome;
  }
}

}  // namespace
}  // namespace bitbasin::command_entropy_test
