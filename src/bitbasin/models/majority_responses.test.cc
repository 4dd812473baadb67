// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/majority_responses.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bitbasin/math/every_target.test.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/models/majority.h"

namespace bitbasin::majority_responses_test {
namespace {

// Means from far on the wrong side to far on the right one, in no order, with fields of an iteration before.
struct Case {
  std::size_t units, count;
  std::vector<double> v, w, g;

  Case(std::size_t k, std::size_t patterns) : units(k), count(patterns) {
    for (std::size_t l = 0; l < units; ++l) v.push_back(4 + static_cast<double>(l * 7 % 11));
    for (std::size_t i = 0; i < units * count; ++i) {
      w.push_back(40 * std::sin(1.7 * static_cast<double>(i * i % 1009)));
      g.push_back(0.2 * std::cos(0.3 * static_cast<double>(i)));
    }
  }
};

constexpr double kThreshold = 0.6;

Case respond(Case c) {
  majority_responses(c.v, kThreshold, c.w.data(), c.g.data(), c.count, c.count);
  return c;
}

// One pattern at a time, from the probabilities of all votes.
Case simple(Case c) {
  std::vector<double> p(c.units), r(c.units), x(c.units);
  for (std::size_t k = 0; k < c.count; ++k) {
    for (std::size_t l = 0; l < c.units; ++l) {
      double& mean = c.w[l * c.count + k];
      mean -= c.v[l] * c.g[l * c.count + k] + kThreshold;
      x[l] = -mean / std::sqrt(c.v[l]);
      p[l] = std::clamp(gaussian_tail(x[l]), least_vote(c.units), 1 - 1e-16);
    }
    const double z = majority(p, r);
    for (std::size_t l = 0; l < c.units; ++l) {
      const double force = hazard(x[l]) * p[l] * r[l] / z / std::sqrt(c.v[l]);
      c.g[l * c.count + k] = force;
      c.w[l * c.count + k] = force * (c.w[l * c.count + k] / c.v[l] + force);
    }
  }
  return c;
}

TEST(MajorityResponses, AgreeWithTheFormulaAtEveryLevel) {
  for (const std::size_t units : {3u, 5u, 7u, 13u, 63u}) {
    const Case given(units, 45), expected = simple(given);
    for_every_target([&] {
      const Case found = respond(given);
      for (std::size_t i = 0; i < found.g.size(); ++i) {
        ASSERT_NEAR(found.g[i], expected.g[i], 1e-10 * (1e-3 + std::abs(expected.g[i]))) << units << " " << i;
        ASSERT_NEAR(found.w[i], expected.w[i], 1e-9 * (1e-3 + std::abs(expected.w[i]))) << units << " " << i;
      }
    });
  }
}

TEST(MajorityResponses, EveryLevelHasTheSameBits) {
  const Case given(5, 300);
  for_every_target([&] {
    const Case found = respond(given);
    std::uint64_t hash = 0;
    for (const double g : found.g) hash = hash * 31 + std::bit_cast<std::uint64_t>(g);
    for (const double gam : found.w) hash = hash * 31 + std::bit_cast<std::uint64_t>(gam);
    EXPECT_EQ(hash, 0x5c2cedc8ea00399c);
  });
}

// Neither the number of patterns nor where one stands makes a difference, and nothing else is written.
TEST(MajorityResponses, PatternsAreIndependent) {
  const Case all = respond(Case(3, 40)), given(3, 40);
  for_every_target([&] {
    for (std::size_t begin = 0; begin < 12; ++begin) {
      for (std::size_t end = begin; end <= 40; end += 7) {
        Case part = given;
        majority_responses(part.v, kThreshold, part.w.data() + begin, part.g.data() + begin, 40, end - begin);
        for (std::size_t i = 0; i < part.g.size(); ++i) {
          const bool inside = begin <= i % 40 && i % 40 < end;
          ASSERT_EQ(part.g[i], (inside ? all : given).g[i]) << begin << " " << end << " " << i;
          ASSERT_EQ(part.w[i], (inside ? all : given).w[i]) << begin << " " << end << " " << i;
        }
      }
    }
  });
}

}  // namespace
}  // namespace bitbasin::majority_responses_test
