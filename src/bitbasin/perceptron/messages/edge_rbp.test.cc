// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/edge_rbp.h"

#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin::edge_rbp_test {
namespace {

SolveResult solved(const PerceptronInstance& instance, Accuracy accuracy, std::uint64_t seed = 1) {
  RbpOptions options;
  options.rate = 0.01;
  options.accuracy = accuracy;
  RunControl control;
  return solve(instance, options, {.seed = seed}, control);
}

TEST(EdgeRbp, SolvesSmallInstancesUnderEveryConstraint) {
  for (const Constraint constraint :
       {Constraint{}, Constraint{ConstraintKind::sign, -0.5}, Constraint{ConstraintKind::symmetric, 1.0}}) {
    const PerceptronInstance instance = with_constraint(random_instance(31, 15, 2), constraint);
    for (const Accuracy accuracy : {Accuracy::gaussian, Accuracy::exact}) {
      const SolveResult result = solved(instance, accuracy);
      EXPECT_EQ(result.violations, 0u);
      EXPECT_EQ(count_violations(instance, result.configuration), 0u);
    }
  }
}

TEST(EdgeRbp, RefusesWhatItHasNoMemoryFor) {
  PerceptronInstance instance;
  instance.x = BitMatrix(20000, 20001);
  instance.labels = BitVector(20000);
  EXPECT_EQ(
      error_text([&] { solved(instance, Accuracy::exact); }),
      "expected at most 268435456 messages for accuracy=gaussian|exact, one per pattern and synapse, got "
      "20000 x 20001");
}

}  // namespace
}  // namespace bitbasin::edge_rbp_test
