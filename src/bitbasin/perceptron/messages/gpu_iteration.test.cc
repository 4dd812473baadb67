// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/gpu_iteration.h"

#include <gmock/gmock.h>

#include <vector>

#include "bitbasin/device/with_module.test.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin::gpu_iteration_test {
namespace {

struct Outcome {
  VerifiedResult result;
  std::uint64_t work;
};

Outcome run(const PerceptronInstance& instance, const std::string& spec, Device device,
            std::uint64_t budget = 0) {
  RunControl control({.work = budget});
  VerifiedResult result = solve(instance, spec, {.seed = 2, .threads = 2, .device = device}, control);
  return {std::move(result), control.spent()};
}

void expect_same(const PerceptronInstance& instance, const std::string& spec, std::uint64_t budget = 0) {
  SCOPED_TRACE(testing::Message() << instance.n() << " x " << instance.patterns() << ", " << spec
                                  << ", budget " << budget);
  const Outcome gpu = run(instance, spec, Device::cuda, budget),
                cpu = run(instance, spec, Device::cpu, budget);
  EXPECT_TRUE(gpu.result.verified());
  EXPECT_EQ(gpu.result.found.configuration, cpu.result.found.configuration);
  EXPECT_EQ(gpu.result.violations, cpu.result.violations);
  EXPECT_EQ(gpu.result.found.iterations, cpu.result.found.iterations);
  EXPECT_EQ(gpu.result.found.restarts, cpu.result.found.restarts);
  EXPECT_EQ(gpu.work, cpu.work);
  EXPECT_EQ(gpu.result.found.fields, cpu.result.found.fields);
}

class GpuIterationTest : public OnAnyModule {};
INSTANTIATE_TEST_SUITE_P(Modules, GpuIterationTest, kModules, module_name);

TEST_P(GpuIterationTest, SolvesAsTheCpuDoes) {
  expect_same(random_instance(65, 30, 1), "rbp:rate=0.01");
  expect_same(random_instance(101, 50, 2), "rbp:rate=0.01,damping=0.3,margin=0.3");
  expect_same(teacher_instance(101, 160, 3), "rbp:rate=0.01");
  expect_same(with_constraint(random_instance(101, 40, 4), {ConstraintKind::sign, 0.3}), "rbp:rate=0.01");
  expect_same(random_instance(65, 25, 5), "edmc:mode=parallel");
  expect_same(random_instance(65, 30, 6), "fbp:iterations=300");
  if (!on_gpu()) return;
  expect_same(random_instance(701, 490, 1), "rbp");
  expect_same(random_instance(3001, 2101, 2), "rbp");
  expect_same(teacher_instance(1001, 2001, 3), "rbp");
  expect_same(random_instance(10001, 7401, 5), "rbp");
  expect_same(random_instance(1001, 721, 6), "fbp");
  expect_same(with_constraint(random_instance(1001, 1201, 6), {ConstraintKind::symmetric, 1.0}), "rbp");
}

// Runs that fail, restart, or end at any moment: what is left is the same as on the CPU.
TEST_P(GpuIterationTest, GivesUpAsTheCpuDoes) {
  const PerceptronInstance hard = random_instance(65, 59, 4);
  expect_same(hard, "rbp:rate=0.05,restarts=2");
  for (const std::uint64_t iterations : {0, 1, 8, 21, 22}) {
    expect_same(hard, "rbp:rate=0.05,restarts=2", 1 + 59 * iterations);
  }
  expect_same(hard, "auto", 59 * 12'000);
}

TEST(GpuIteration, AStopBeforeTheStartLeavesNoFields) {
  const WithPlainModule plain;
  const PerceptronInstance instance = random_instance(65, 30, 1);
  GpuIteration engine(instance, SignModel(instance.sums()));
  EXPECT_THAT(engine.fields(), testing::Each(0.0));
  EXPECT_EQ(engine.signs(), BitVector(65));
}

TEST(GpuIteration, RandomPatternsAreNeverStored) {
  const WithPlainModule plain;
  const PerceptronInstance instance = random_instance(65, 30, 1);
  EXPECT_TRUE(run(instance, "rbp:rate=0.01", Device::cuda).result.solved());
  EXPECT_FALSE(instance.x.stored());
}

TEST(GpuIteration, OtherAlgorithmsAreRefusedWhereAGpuWasAskedFor) {
  const PerceptronInstance instance = random_instance(65, 30, 1);
  EXPECT_THAT([&] { run(instance, "cpr", Device::cuda); },
              testing::ThrowsMessage<Error>(
                  "expected an algorithm that runs on a GPU, rbp, fbp or edmc, with device cuda, got cpr"));
}

}  // namespace
}  // namespace bitbasin::gpu_iteration_test
