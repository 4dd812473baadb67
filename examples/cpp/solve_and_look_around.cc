// SPDX-License-Identifier: Apache-2.0
// Solves a random perceptron, then measures how many other solutions lie around the one it has found.
#include <bitbasin/bitbasin.h>

#include <cstdio>

int main() try {
  // 1001 synapses, 600 random patterns: alpha = 0.6, well below the capacity of 0.833.
  const auto instance = bitbasin::random_instance(1001, 600, /*seed=*/1);

  // At most ten seconds. Set .on_progress to show progress, and .cancelled to be able to stop it at any time.
  bitbasin::RunControl control({.seconds = 10});
  const auto result = bitbasin::solve(instance, "rbp", {.seed = 1}, control);
  std::printf("%s after %llu iterations: %zu of %zu patterns are wrong, says the checker\n",
              result.solved() ? "solved" : "not solved",
              static_cast<unsigned long long>(result.found.iterations), result.violations,
              instance.patterns());
  if (!result.solved()) return 1;

  const double distances[] = {0.01, 0.02, 0.05, 0.1};
  bitbasin::RunControl unlimited;
  const auto measured =
      bitbasin::measure_entropy(instance, result.found.configuration, distances,
                                {.tolerance = bitbasin::kPerceptronTolerance}, {}, unlimited);
  std::printf("all solutions: exp(%.4f N)\n", measured.bethe.entropy);
  for (const auto& point : measured.points) {
    std::printf("at distance %.2f: exp(%.4f N) of exp(%.4f N) configurations\n", point.distance,
                point.entropy, bitbasin::entropy_of_all_configurations(point.distance));
  }
} catch (const bitbasin::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
