// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/fbp.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/run_watch.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin::fbp_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

SolveResult run(const PerceptronInstance& instance, const char* spec, RunLimits limits = {}) {
  RunControl control(limits);
  return read_solver<PerceptronInstance>(spec).solve(instance, {}, control);
}

TEST(Fbp, EveryProtocolSolves) {
  const PerceptronInstance instance = random_instance(501, 300, 1);
  for (const char* spec :
       {"fbp", "fbp:protocol=scoping,rate=0.005,y=5", "fbp:protocol=pseudo,rate=0.002",
        "fbp:protocol=standard,rate=0.002", "fbp:protocol=free,points=0:3/0.5:3/2:5,iterations=600"}) {
    EXPECT_EQ(count_violations(instance, run(instance, spec).configuration), 0u) << spec;
  }
}

TEST(Fbp, AutomaticOptionsFollowTheirRules) {
  const FbpOptions hard = resolve(FbpOptions{}, 0.75), easy = resolve(FbpOptions{}, 0.6);
  EXPECT_EQ(*hard.y, 3);
  EXPECT_EQ(*hard.iterations, 3000);
  EXPECT_EQ(*easy.iterations, 1000);
  EXPECT_EQ(*resolve(FbpOptions{}, 0.7).iterations, 2000);
  EXPECT_EQ(*hard.margin, 0.4);
  EXPECT_EQ(*hard.margin_last, 0.1);
  EXPECT_EQ(*resolve(FbpOptions{}, 2).margin, 0);
  EXPECT_EQ(*resolve(FbpOptions{}, 2).iterations, 1000);
  FbpOptions scoping;
  scoping.protocol = FbpProtocol::scoping;
  EXPECT_EQ(*resolve(scoping, 0.7).margin, 0.15);
  EXPECT_EQ(*resolve(scoping, 0.7).end, 2);
}

TEST(Fbp, RestartsDiffer) {
  const FbpOptions first = resolve(FbpOptions{}, 0.75), second = varied(first, 1, 1);
  EXPECT_EQ(*varied(first, 1, 0).margin, *first.margin);
  EXPECT_NE(*second.margin, *first.margin);
  EXPECT_EQ(*second.y, 6);
  EXPECT_EQ(*second.iterations, 3100);
  EXPECT_EQ(*varied(first, 1, 100).iterations, 4500);
  EXPECT_NE(*varied(first, 2, 1).margin, *second.margin) << "they depend on the seed";
  FbpOptions pseudo;
  pseudo.protocol = FbpProtocol::pseudo;
  pseudo = resolve(pseudo, 0.75);
  EXPECT_DOUBLE_EQ(*varied(pseudo, 1, 2).margin, 2 * *pseudo.margin);
  EXPECT_DOUBLE_EQ(*varied(pseudo, 1, 2).rate, 0.81 * *pseudo.rate);
}

TEST(Fbp, FindsTheTeacher) {
  const PerceptronInstance instance = teacher_instance(501, 1002, 4);
  EXPECT_EQ(run(instance, "fbp").configuration, *instance.teacher);
}

TEST(Fbp, GivesUpOnAnImpossibleInstance) {
  const PerceptronInstance instance = random_instance(201, 400, 2);
  const SolveResult result = run(instance, "fbp:iterations=100,restarts=1");
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.restarts, 1u);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

// The equations of fbp.h and amp.h for the protocol scoping, term by term in double precision.
TEST(Fbp, FollowsItsEquations) {
  constexpr std::size_t kN = 401, kP = 300;
  const PerceptronInstance instance = random_instance(kN, kP, 3);
  std::vector<double> theta = random_fields(kN, 1, 0), g(kP), m(kN), u(kN);
  BitVector w(kN);
  for (int t = 0; t < 25; ++t) {
    const double gamma = 0.02 * t, margin = 0.2 * std::sqrt(401.0) * (1 - gamma);
    double v = 0, onsager = 0;
    for (std::size_t i = 0; i < kN; ++i) {
      m[i] = std::tanh(theta[i]);
      v += 1 - m[i] * m[i];
      u[i] = 0;
    }
    for (std::size_t k = 0; k < kP; ++k) {
      double sum = -v * g[k] - margin;
      for (std::size_t i = 0; i < kN; ++i) sum += instance.x.sign(k, i) * m[i];
      const double z = sum / std::sqrt(v);
      g[k] = std::exp(-z * z / 2) / std::sqrt(2 * M_PI) / (0.5 * std::erfc(-z / M_SQRT2)) / std::sqrt(v);
      onsager += g[k] * (z / std::sqrt(v) + g[k]);
      for (std::size_t i = 0; i < kN; ++i) u[i] += instance.x.sign(k, i) * g[k];
    }
    for (std::size_t i = 0; i < kN; ++i) {
      const double field = u[i] + m[i] * onsager;
      const double c = std::atanh(std::tanh(gamma) * std::tanh(field));
      const double phi = std::atanh(std::tanh(gamma) * std::tanh(2.5 * c));
      theta[i] = 0.3 * theta[i] + 0.7 * (field + phi);
      w.set(i, theta[i] >= 0);
    }
  }
  const SolveResult result =
      run(instance, "fbp:protocol=scoping,y=3.5,rate=0.02,margin=0.2,damping=0.3", {.work = 25 * kP});
  ASSERT_EQ(result.iterations, 25u);
  int different = 0;
  for (std::size_t i = 0; i < kN; ++i) different += w[i] != result.configuration[i];
  EXPECT_LE(different, 2) << "products are rounded, so that a field near zero may have another sign";
}

TEST(Fbp, OptionsThatDoNotGoTogether) {
  const auto error = [](const char* spec, const char* sentence) {
    EXPECT_THAT([&] { read_solver<PerceptronInstance>(spec); }, ThrowsMessage<Error>(HasSubstr(sentence)))
        << spec;
  };
  error("fbp:protocol=free", "expected points with protocol=free");
  error("fbp:points=0:3/1:3", "protocol=free");
  error("fbp:protocol=free,points=0:3", "two or more");
  error("fbp:protocol=pseudo,y=3", "expected y only");
  error("fbp:protocol=standard,end=1.5", "up to 1");
}

}  // namespace
}  // namespace bitbasin::fbp_test
