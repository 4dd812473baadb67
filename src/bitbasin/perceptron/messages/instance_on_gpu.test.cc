// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/instance_on_gpu.h"

#include <gmock/gmock.h>

#include <random>
#include <thread>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/device/with_module.test.h"
#include "bitbasin/perceptron/messages/pattern_products.h"

namespace bitbasin::instance_on_gpu_test {
namespace {

using ::testing::ThrowsMessage;

std::vector<double> random_reals(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> v(size);
  for (double& x : v) x = normal(engine);
  return v;
}

// All numbers are those of the CPU, to the last bit.
void expect_same(const PerceptronInstance& instance, int passes) {
  SCOPED_TRACE(testing::Message() << instance.n() << " x " << instance.patterns() << ", passes " << passes);
  PatternProducts cpu(instance.x, instance.sums(), 1, passes);
  PatternProducts gpu(instance, {.device = Device::cuda}, passes);
  const std::vector<double> m = random_reals(instance.n(), 1), g = random_reals(instance.patterns(), 2);
  std::vector<double> expected(instance.patterns()), found(instance.patterns());
  cpu.forward(m, expected);
  gpu.forward(m, found);
  ASSERT_EQ(found, expected);
  expected.resize(instance.n());
  found.resize(instance.n());
  cpu.backward(g, expected);
  gpu.backward(g, found);
  ASSERT_EQ(found, expected);
  BitVector w(instance.n());
  for (std::size_t i = 0; i < instance.n(); ++i) w.set(i, m[i] > 0);
  ASSERT_EQ(gpu.count_errors(w), cpu.count_errors(w));
  ASSERT_EQ(gpu.violates_none(w), cpu.violates_none(w));
}

class InstanceOnGpuTest : public OnAnyModule {};
INSTANTIATE_TEST_SUITE_P(Modules, InstanceOnGpuTest, kModules, module_name);

TEST_P(InstanceOnGpuTest, AreThoseOfTheCpu) {
  std::vector<std::pair<std::size_t, std::size_t>> sizes{{1, 1}, {65, 48}, {127, 300}, {513, 257}};
  if (on_gpu()) sizes.insert(sizes.end(), {{4097, 3001}, {20001, 15001}, {2047, 40001}, {40001, 300}});
  for (const auto& [n, patterns] : sizes) {
    const PerceptronInstance instance = random_instance(n, patterns, 3);
    expect_same(instance, 1);
    expect_same(instance_from_patterns(original_patterns(instance), instance.labels), 1);
  }
  expect_same(teacher_instance(257, 200, 4), 1);
  expect_same(part_of(random_instance(257, 200, 4), 77, 190), 1);
  expect_same(random_instance(257, 200, 5), 2);
  expect_same(with_constraint(random_instance(257, 200, 5), {ConstraintKind::symmetric, 1.0}), 1);
}

TEST_P(InstanceOnGpuTest, PatternsOfSeveralSizesMayBeUsedAtOnce) {
  std::vector<std::pair<std::size_t, std::size_t>> sizes{{65, 48}, {127, 30}};
  if (on_gpu()) sizes = {{20001, 300}, {2047, 20001}, {60001, 900}, {100001, 1500}};
  std::vector<std::thread> threads;
  for (const auto& [n, patterns] : sizes) {
    threads.emplace_back([n = n, patterns = patterns, repeats = on_gpu() ? 300 : 3] {
      const PerceptronInstance instance = random_instance(n, patterns, 1);
      PatternProducts products(instance, {.device = Device::cuda});
      const std::vector<double> m = random_reals(n, 1);
      std::vector<double> first(patterns), again(patterns);
      products.forward(m, first);
      for (int i = 0; i < repeats; ++i) {
        products.forward(m, again);
        EXPECT_EQ(again, first);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(InstanceOnGpu, SumsThatPass32BitsAreRefused) {
  const WithPlainModule plain;
  EXPECT_THAT(
      [] { put_on_gpu(random_instance(1048577, 10, 1)); },
      ThrowsMessage<Error>("expected at most 1048575 synapses and as many patterns, whose sums fit 32 bits, "
                           "got 1048577 and 10"));
  const PerceptronInstance instance = random_instance(1048577, 1, 1);
  EXPECT_THROW(PatternProducts(instance.x, instance.sums(), 1), Error);
}

}  // namespace
}  // namespace bitbasin::instance_on_gpu_test
