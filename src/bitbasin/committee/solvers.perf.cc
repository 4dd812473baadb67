// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/solvers.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/committee/committee_products.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp_run.h"

namespace bitbasin::committee_solvers_perf {
namespace {

constexpr std::size_t kUnits = 3;
constexpr std::size_t kInputs = 3335;
constexpr std::size_t kPatterns = 6000;
constexpr std::uint64_t kIterations = 20;

// A whole solve, cut after a few iterations, against K times the two products of a perceptron with the same
// patterns.
BenchCase iteration() {
  auto instance =
      std::make_shared<CommitteeInstance>(random_committee({kUnits, false}, kInputs, kPatterns, 1));
  auto all_products = std::make_shared<CommitteeProducts>(*instance, 1);
  auto products = std::make_shared<PatternProducts>(instance->x, SumRange{}, 1);
  auto m = std::make_shared<std::vector<double>>(kInputs, 0.3);
  auto g = std::make_shared<std::vector<double>>(kPatterns, 0.3);
  auto xm = std::make_shared<std::vector<double>>(kPatterns);
  auto xtg = std::make_shared<std::vector<double>>(kInputs);
  return {"iterations/s",
          kIterations,
          1 / 1.3,
          [=] {
            RunControl control({.work = kIterations * kPatterns});
            keep(run_rbp(*all_products, MajorityModel(kUnits), resolve(CommitteeRbpOptions{}, *instance).rbp,
                         SolveSetup{}, control));
          },
          {{"K times two bare products", [=] {
              for (std::uint64_t t = 0; t < kIterations * kUnits; ++t) {
                products->forward(*m, *xm);
                products->backward(*g, *xtg);
              }
            }}}};
}

const RegisterBenchmark kIteration("committee.rbp.iteration",
                                   [](const BenchOptions&) { return iteration(); });

}  // namespace
}  // namespace bitbasin::committee_solvers_perf
