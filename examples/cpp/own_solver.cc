// SPDX-License-Identifier: Apache-2.0
// A custom solver: the clipped Hebb rule, which sets each weight to the sign of the mean of its inputs. It is
// added to the registry with a name and an option, and a sweep compares it with a solver of bitbasin.
#include <bitbasin/bitbasin.h>
#include <bitbasin/sweep.h>

#include <cstdio>

namespace {

struct HebbOptions {
  double noise = 0;
};

const bitbasin::OptionTable<HebbOptions>& hebb_options() {
  static const bitbasin::OptionTable<HebbOptions> table{
      bitbasin::option("noise", &HebbOptions::noise, {0.0, 1.0},
                       "weights that are set at random, as a fraction"),
  };
  return table;
}

bitbasin::SolveResult hebb(const bitbasin::PerceptronInstance& instance, const HebbOptions& options,
                           const bitbasin::SolveSetup& setup, bitbasin::RunControl& control) {
  bitbasin::SolveResult result{bitbasin::BitVector(instance.n())};
  bitbasin::Stream random(setup.seed, bitbasin::purpose("example.hebb"));
  for (std::size_t i = 0; i < instance.n() && control.spend(instance.patterns()); ++i) {
    int sum = 0;
    for (std::size_t p = 0; p < instance.patterns(); ++p) sum += instance.x.sign(p, i);
    const bool by_chance = bitbasin::coin(random, options.noise);
    result.configuration.set(i, by_chance ? bitbasin::random_sign(random) > 0 : sum > 0);
  }
  result.iterations = 1;
  result.violations = count_violations(instance, result.configuration);
  return result;
}

constexpr const char* kSweep = R"(
[[sweep]]
kind = "solve perceptron"
n = 201
alpha = [0.02, 0.05, 0.1, 0.2]
algorithm = ["hebb", "hebb:noise=0.2", "sbpi"]
instances = 20
)";

}  // namespace

int main(int argc, char** argv) try {
  bitbasin::add_algorithm(bitbasin::make_algorithm<bitbasin::PerceptronInstance>(
      "hebb", "the clipped Hebb rule", hebb_options(), hebb));

  const auto plan = bitbasin::parse_sweep("hebb.toml", kSweep);
  auto store = bitbasin::Store::open(argc > 1 ? argv[1] : "hebb.db");
  bitbasin::RunControl control;
  const auto end = bitbasin::run_sweep(plan, store, {.threads = 2}, control);
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    std::printf("%-50s solved %llu of %llu\n", plan.cells[i].label.c_str(),
                static_cast<unsigned long long>(end.cells[i].solved),
                static_cast<unsigned long long>(end.cells[i].done));
  }
} catch (const bitbasin::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
