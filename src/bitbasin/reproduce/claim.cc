// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/claim.h"

#include "bitbasin/base/find_named.h"
#include "bitbasin/reproduce/annealing.h"
#include "bitbasin/reproduce/capacity.h"
#include "bitbasin/reproduce/edmc_scaling.h"
#include "bitbasin/reproduce/mnist_claims.h"
#include "bitbasin/reproduce/solver_entropy.h"
#include "bitbasin/reproduce/theory_claims.h"

namespace bitbasin {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::partly:
      return "partly";
    case Verdict::not_reproduced:
      return "not reproduced";
    case Verdict::not_run:
      break;
  }
  return "not run";
}

std::span<const Claim> claims() {
  static const Claim all[] = {
      {"equilibrium-capacity", "the entropy of the solutions vanishes at alpha_c", "0.833",
       equilibrium_capacity},
      {"teacher-transition", "the teacher is the only solution from alpha = 1.245 on", "1.245",
       teacher_transition},
      {"typical-isolated", "typical solutions are isolated", "S_I < 0 at small d for y = 0",
       typical_isolated},
      {"dense-clusters", "dense clusters exist: curves S_I(d), q~ < 1", "S_I(d) > 0 for small d",
       dense_clusters},
      {"dense-end", "the dense region ends", "q1 >= S from 0.77, S_I < 0 from 0.79", dense_end},
      {"generalization", "solutions in clusters generalise better than typical ones", "lower error",
       reference_generalization},
      {"capacity-rbp", "reinforced belief propagation solves up to", "alpha 0.74",
       capacity_claim("rbp", 0.74)},
      {"capacity-rms", "reinforced max-sum solves up to", "alpha 0.75", capacity_claim("rms", 0.75)},
      {"capacity-sbpi", "SBPI solves up to", "alpha 0.69", capacity_claim("sbpi", 0.69)},
      {"capacity-cpr", "CP+R solves up to", "alpha 0.69", capacity_claim("cpr", 0.69)},
      {"local-entropy", "solvers end in dense regions", "more solutions around them", measure_solver_entropy},
      {"mnist-small", "committee of 11 x 30 on MNIST, no training errors", "2.4 %", measure_mnist_small},
      {"mnist-large", "committee of 81 x 200 on MNIST", "1.25 %", measure_mnist_large},
      {"walk", "solutions found are robust: walk over allowed flips", "figure B", measure_network_walk},
      {"edmc-perceptron", "entropy-driven Monte Carlo, proposals against N", "exponent 1.2",
       edmc_perceptron_claim(0.3, 1.2)},
      {"edmc-3sat", "the same on 3-SAT at alpha = 3.0", "exponent 1.23", edmc_ksat_claim(3, 3.0, 1.23)},
      {"edmc-4sat", "the same on 4-SAT at alpha = 8.0", "exponent 1.18", edmc_ksat_claim(4, 8.0, 1.18)},
      {"annealing-4sat", "simulated annealing fails on 4-SAT at alpha = 8.0", "no solution",
       annealing_fails_claim(4, 8.0)},
  };
  return all;
}

const Claim& claim(std::string_view id) {
  return find_named(claims(), &Claim::id, id, "claims");
}

}  // namespace bitbasin
