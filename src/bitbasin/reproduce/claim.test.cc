// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/claim.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "bitbasin/base/error.h"
#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin::claim_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Claims, HaveNamesThatAreTheirOwn) {
  std::set<std::string> ids;
  for (const Claim& c : claims()) {
    EXPECT_TRUE(ids.insert(c.id).second) << c.id;
    EXPECT_FALSE(c.statement.empty() || c.paper.empty()) << c.id;
    EXPECT_EQ(&claim(c.id), &c);
  }
  EXPECT_THAT([] { claim("capacity"); }, ThrowsMessage<Error>(HasSubstr("capacity-rbp")));
}

TEST(Claims, AskForRunsThatExist) {
  for (const Profile profile : {Profile::quick, Profile::full}) {
    for (const Claim& c : claims()) {
      const auto cells = c.cells({profile, 1});
      EXPECT_FALSE(cells.empty()) << c.id;
      for (const Cell& cell : cells) EXPECT_EQ(cell.task.error, "") << c.id << ": " << cell.label;
    }
  }
}

TEST(Claims, AreNotRunWhereTheStoreIsEmpty) {
  MadeUpStore empty;
  const Results results(empty.store());
  for (const Claim& c : claims()) {
    const ClaimResult result = judge(c, {}, results);
    EXPECT_EQ(result.verdict, Verdict::not_run) << c.id;
    EXPECT_THAT(result.why, HasSubstr("done: ")) << c.id;
  }
}

void put_solved(MadeUpStore& made_up, const Claim& c, std::uint64_t solved) {
  for (const Cell& cell : c.cells({})) {
    made_up.put(cell, [&](std::uint64_t i) { return Json{{"solved", i < solved}}; });
  }
}

TEST(Claims, VerdictOfACapacityFollowsTheStore) {
  const struct {
    std::uint64_t solved;
    Verdict verdict;
  } cases[] = {{20, Verdict::reproduced},
               {10, Verdict::reproduced},
               {9, Verdict::partly},
               {0, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    put_solved(made_up, claim("capacity-rbp"), c.solved);
    const ClaimResult result = judge_stored("capacity-rbp", made_up);
    EXPECT_EQ(result.verdict, c.verdict) << c.solved;
    EXPECT_THAT(result.measured, HasSubstr(fmt::format("{} of 20 solved at 0.74, N = 1001", c.solved)));
    EXPECT_TRUE(result.interval);
    // Another seed has other instances, and a larger profile too.
    EXPECT_EQ(judge_stored("capacity-rbp", made_up, {Profile::quick, 2}).verdict, Verdict::not_run);
    EXPECT_EQ(judge_stored("capacity-rbp", made_up, {Profile::full, 1}).verdict, Verdict::not_run);
  }
}

TEST(Claims, SayWhyTheyWereNotRun) {
  MadeUpStore failed, damaged, foreign;
  const Cell cell = claim("equilibrium-capacity").cells({})[0];
  failed.put_failure(cell, "no such data");
  EXPECT_EQ(judge_stored("equilibrium-capacity", failed).why, "no such data");
  damaged.put_text(cell, "{\"capacity\": 0.8");
  EXPECT_THAT(judge_stored("equilibrium-capacity", damaged).why, HasSubstr("only 0 of 1 run done"));
  foreign.put(cell, Json{{"capacity", "much"}});
  EXPECT_THAT(judge_stored("equilibrium-capacity", foreign).why, HasSubstr("not what such a run gives"));
}

TEST(Claims, VerdictOfATheoryFigureFollowsTheStore) {
  const struct {
    double alpha;
    Verdict verdict;
  } cases[] = {{0.83308, Verdict::reproduced}, {0.83, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    made_up.put(claim("equilibrium-capacity").cells({})[0], Json{{"capacity", c.alpha}});
    EXPECT_EQ(judge_stored("equilibrium-capacity", made_up).verdict, c.verdict) << c.alpha;
  }
}

TEST(Claims, ALimitOfAModelIsSeenFromBothSides) {
  const struct {
    double last_solved;
    Verdict verdict;
  } cases[] = {{1.55, Verdict::reproduced}, {1.5, Verdict::partly}, {2, Verdict::partly}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("symmetric-solved").cells({})) {
      made_up.put(cell, Json{{"solved", cell.task.parameters.at("alpha").get<double>() <= c.last_solved}});
    }
    EXPECT_EQ(judge_stored("symmetric-solved", made_up).verdict, c.verdict) << c.last_solved;
  }
}

TEST(Claims, AFallIsSteeperIfItIsForEveryLargerN) {
  const struct {
    double at_201, at_1001;  // share that is solved at 0.72
    Verdict verdict;
  } cases[] = {{0.5, 0.75, Verdict::reproduced}, {0.75, 0.5, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("fall-steeper").cells({})) {
      const bool small = cell.task.parameters.at("n") == 201;
      const bool before = cell.task.parameters.at("alpha") == 0.72;
      const double share = before ? (small ? c.at_201 : c.at_1001) : 0;
      made_up.put(cell, [&](std::uint64_t i) {
        return Json{{"solved", static_cast<double>(i) < 60 * share}};
      });
    }
    EXPECT_EQ(judge_stored("fall-steeper", made_up).verdict, c.verdict);
  }
}

TEST(Claims, YDivergesOnlyWhereItGrowsToBothEnds) {
  for (const bool grows : {true, false}) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("y-star").cells({})) {
      const double d = cell.task.parameters.value("distance", 0.0);
      made_up.put(cell, Json{{"converged", true},
                             {"y", grows ? 0.1 / d + 100 * d : d},
                             {"divergence", {{{"d_inf", 0.2}, {"error", 1e-4}}}}});
    }
    EXPECT_EQ(judge_stored("y-star", made_up).verdict, grows ? Verdict::reproduced : Verdict::not_reproduced);
  }
}

TEST(Claims, EdgesMustCoincideAndSignsAgree) {
  const struct {
    double shift;
    int disagreements;
    Verdict verdict;
  } cases[] = {
      {1e-6, 0, Verdict::reproduced}, {1e-6, 3, Verdict::partly}, {1e-2, 0, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("overlap-edges").cells({})) {
      Json overlap = Json::array(), slope = Json::array();
      if (cell.task.parameters.at("alpha").get<double>() > 0.7757) {
        for (const double d : {0.006, 0.002}) {
          overlap.push_back({{"d", d}});
          slope.push_back({{"d", d * (1 + c.shift)}});
        }
      }
      made_up.put(cell, Json{{"overlap", std::move(overlap)},
                             {"slope", std::move(slope)},
                             {"disagreements", c.disagreements}});
    }
    EXPECT_EQ(judge_stored("overlap-edges", made_up).verdict, c.verdict);
  }
}

TEST(Claims, StabilityIsThatOfTheLargestEigenvalue) {
  const struct {
    double within_at_small_d, between;
    Verdict verdict;
  } cases[] = {
      {0.9, 0.5, Verdict::reproduced}, {1.1, 0.5, Verdict::partly}, {0.9, 1.5, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("replica-stability").cells({})) {
      const double d = cell.task.parameters.at("distance").get<double>();
      made_up.put(cell, Json{{"alpha", 0.6},
                             {"d", d},
                             {"converged", true},
                             {"dilute", false},
                             {"beyond", false},
                             {"replicon_between", c.between},
                             {"replicon_within", d < 0.02 ? c.within_at_small_d : 0.2}});
    }
    EXPECT_EQ(judge_stored("replica-stability", made_up).verdict, c.verdict) << c.between;
  }
}

TEST(Claims, OneStepSeesAClusterWithEntropyAndComplexity) {
  const struct {
    double first, complexity;
    Verdict verdict;
  } cases[] = {{100, 0.1, Verdict::reproduced},
               {2, -0.1, Verdict::reproduced},
               {2, 0.1, Verdict::partly},
               {0.5, 0.1, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("one-step").cells({})) {
      const double m = cell.task.parameters.at("m").get<double>();
      Json saddles = Json::array();
      saddles.push_back(
          {{"kind", "between"}, {"entropy", m >= c.first ? 0.01 : -0.01}, {"complexity", c.complexity}});
      made_up.put(cell, Json{{"alpha", 0.6}, {"m", m}, {"saddles", std::move(saddles)}});
    }
    EXPECT_EQ(judge_stored("one-step", made_up).verdict, c.verdict) << c.first;
  }
}

// Proposals that grow as N^b, with a little scatter.
void put_power_law(MadeUpStore& made_up, const Claim& c, double b) {
  for (const Cell& cell : c.cells({})) {
    const double mean = 3 * std::pow(static_cast<double>(*cell.task.n()), b);
    const bool annealing = cell.task.algorithm.starts_with("sa");
    made_up.put(
        cell,
        [&](std::uint64_t i) {
          const double proposals = mean * (i % 2 == 0 ? 0.99 : 1.01) * (annealing ? 50 : 1);
          return Json{{"solved", true}, {"iterations", annealing ? 7 : proposals}, {"work", proposals}};
        },
        annealing ? 0.5 : 1);
  }
}

TEST(Claims, ExponentIsThatOfTheRuns) {
  const struct {
    double exponent;
    Verdict verdict;
  } cases[] = {{1.2, Verdict::reproduced}, {1.5, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    put_power_law(made_up, claim("edmc-perceptron"), c.exponent);
    const ClaimResult result = judge_stored("edmc-perceptron", made_up);
    EXPECT_EQ(result.verdict, c.verdict);
    EXPECT_THAT(result.measured, HasSubstr(fmt::format("{:.2f} (140 of 140 solved", c.exponent)));
    EXPECT_NEAR((result.interval->low + result.interval->high) / 2, c.exponent, 0.01);
  }
}

TEST(Claims, WorkThatGrowsExponentiallyIsSeen) {
  const struct {
    const char* exponential;  // an algorithm
    std::uint64_t solved;
    Verdict verdict;
    const char *measured, *why;
  } cases[] = {{"", 11, Verdict::reproduced, "cpr N^1.50", ""},
               {"sbpi", 20, Verdict::partly, "rbp N^1.50", "an exponential fits better: sbpi at 0.6"},
               {"", 9, Verdict::not_reproduced, "", "rbp solves no more than half at N = 101, alpha 0.6"}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("sub-exponential").cells({})) {
      const auto n = static_cast<double>(*cell.task.n());
      const double work = cell.task.algorithm == c.exponential ? std::exp(n / 200) : 5 * std::pow(n, 1.5);
      made_up.put(cell, [&](std::uint64_t i) { return Json{{"solved", i < c.solved}, {"work", work}}; });
    }
    const ClaimResult result = judge_stored("sub-exponential", made_up);
    EXPECT_EQ(result.verdict, c.verdict);
    EXPECT_THAT(result.measured, HasSubstr(c.measured));
    EXPECT_EQ(result.why, c.why);
  }
}

TEST(Claims, ARateIsCalibratedIfBothExtremesAreWorse) {
  const struct {
    std::uint64_t low, high;  // solved of 20 at the extreme rates
    Verdict verdict;
  } cases[] = {{2, 3, Verdict::reproduced},
               {15, 3, Verdict::partly},
               {2, 18, Verdict::partly},
               {18, 18, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("cpr-rate").cells({})) {
      const std::string& spec = cell.task.algorithm;
      const std::uint64_t solved = spec.find("=0.025") != spec.npos ? c.low
                                   : spec.find("=0.8") != spec.npos ? c.high
                                   : spec.find("=0.1") != spec.npos ? 19
                                                                    : 17;
      made_up.put(cell, [&](std::uint64_t i) { return Json{{"solved", i < solved}}; });
    }
    const ClaimResult result = judge_stored("cpr-rate", made_up);
    EXPECT_EQ(result.verdict, c.verdict) << c.low << " " << c.high;
    EXPECT_THAT(result.measured, HasSubstr("19 of 20 at the rate 0.1"));
    EXPECT_THAT(result.measured, HasSubstr("automatically 17"));
  }
}

// Here annealing makes fifty times the proposals in half the time.
TEST(Claims, FasterMeansInProposalsAndInTime) {
  MadeUpStore made_up;
  put_power_law(made_up, claim("edmc-faster"), 1.2);
  const ClaimResult result = judge_stored("edmc-faster", made_up);
  EXPECT_EQ(result.verdict, Verdict::partly);
  EXPECT_THAT(result.measured, HasSubstr("perceptron 50, 3-SAT 50, 4-SAT 50"));
  EXPECT_THAT(result.why, HasSubstr("less time on perceptron, 3-SAT, 4-SAT"));
}

TEST(Claims, AnnealingFailsOnlyWhereItSolvesNothing) {
  MadeUpStore made_up;
  put_solved(made_up, claim("annealing-4sat"), 0);
  EXPECT_EQ(judge_stored("annealing-4sat", made_up).verdict, Verdict::reproduced);
  MadeUpStore solved;
  for (const Cell& cell : claim("annealing-4sat").cells({})) {
    solved.put(cell, Json{{"solved", true}, {"work", 10}});
  }
  const ClaimResult result = judge_stored("annealing-4sat", solved);
  EXPECT_EQ(result.verdict, Verdict::not_reproduced);
  EXPECT_THAT(result.measured, HasSubstr("10 of 10"));
}

TEST(Claims, AnnealingIsStuckIfTheSlowestCoolingIs) {
  const struct {
    double errors, depth;  // the largest alpha that slow cooling solves
    Verdict verdict;
  } cases[] = {{0, 0, Verdict::reproduced}, {0.2, 1, Verdict::partly}, {1, 1, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("annealing-slow").cells({})) {
      const std::string& spec = cell.task.algorithm;
      const bool slow = spec.find("sweeps=10000") != spec.npos, errors = spec.find("errors") != spec.npos;
      const bool solved =
          slow && cell.task.parameters.at("alpha").get<double>() <= (errors ? c.errors : c.depth);
      made_up.put(cell, Json{{"solved", solved}, {"work", 10}});
    }
    const ClaimResult result = judge_stored("annealing-slow", made_up);
    EXPECT_EQ(result.verdict, c.verdict) << c.errors;
    EXPECT_EQ(result.why.empty(), c.verdict == Verdict::reproduced);
  }
}

TEST(Claims, BetheEntropyAndOverlapAreThoseOfTheTheoryWithinErrors) {
  const struct {
    double shift, overlap_shift;  // from the theory
    double last_of_converged;     // alpha
    Verdict verdict;
    const char* text;
  } cases[] = {{0.0011, 0, 0.95, Verdict::reproduced, "fewer than half converge at 1"},
               {0, 0.0011, 2, Verdict::reproduced, "messages converge up to 1.1"},
               {0, 0, 0.75, Verdict::partly, "too few converge at alpha 0.8, N = 251"},
               {-0.0016, 0, 2, Verdict::not_reproduced, "differs: entropy at alpha 0.2, N = 1001"},
               {0, 0.0016, 2, Verdict::not_reproduced, "differs: overlap at alpha 0.2, N = 1001"},
               {0, 0, 0, Verdict::not_reproduced, "messages converge nowhere"}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("bethe-entropy").cells({})) {
      if (cell.task.kind->name == "theory equilibrium") {
        made_up.put(cell, Json{{"entropy", 0.5}, {"q", 0.3}});
        continue;
      }
      const double alpha =
          cell.task.parameters.at("patterns").get<double>() / cell.task.parameters.at("n").get<double>();
      made_up.put(cell, [&](std::uint64_t i) {  // with a standard error of 1e-4
        const double scatter = i % 2 == 0 ? 7e-4 : -7e-4;
        return Json{{"bethe_entropy", 0.5 + c.shift + scatter},
                    {"bethe_overlap", 0.3 + c.overlap_shift + scatter},
                    {"bethe_converged", alpha < c.last_of_converged}};
      });
    }
    const ClaimResult result = judge_stored("bethe-entropy", made_up);
    EXPECT_EQ(result.verdict, c.verdict) << c.text;
    EXPECT_THAT(result.measured + " " + result.why, HasSubstr(c.text));
  }
}

Json entropies(double entropy) {
  Json points = Json::array();
  for (const double d : {0.04, 0.05, 0.06})
    points.push_back({{"d", d}, {"entropy", entropy}, {"converged", true}});
  return {{"solved", true}, {"points", std::move(points)}};
}

TEST(Claims, SolversMustLieBetweenTypicalAndDensest) {
  const struct {
    double entropy;
    Verdict verdict;
  } cases[] = {{0.1, Verdict::reproduced}, {0.04, Verdict::partly}, {0.2, Verdict::partly}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("solver-clusters").cells({})) {
      if (cell.task.kind->name == "theory") {
        const bool typical = cell.task.parameters.at("y") == 0.0;
        made_up.put(cell, Json{{"internal_entropy", typical ? 0.05 : 0.13}});
      } else {
        made_up.put(cell,
                    [&](std::uint64_t i) { return entropies(c.entropy + 1e-4 * static_cast<double>(i)); });
      }
    }
    EXPECT_EQ(judge_stored("solver-clusters", made_up).verdict, c.verdict) << c.entropy;
  }
}

}  // namespace
}  // namespace bitbasin::claim_test
