// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/mills.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/math/arithmetic_floor.perf.h"
#include "bitbasin/math/tanh_array.h"

namespace bitbasin::mills_perf {
namespace {

// One iteration of R-BP at the paper's N = 10001, alpha = 0.74: a value per pattern.
constexpr std::size_t kValues = 7400;

struct Setup {
  std::vector<double> x;
  std::vector<double> out;
  Setup() : x(kValues), out(kValues) {
    for (std::size_t i = 0; i < kValues; ++i) {
      x[i] = static_cast<double>(i * 7919 % kValues) / kValues * 10 - 5;  // both sides, in no order
    }
  }
};

using Kernel = void (*)(std::span<const double>, std::span<double>);

BenchCase make(Kernel kernel, Kernel floor, double goal) {
  auto s = std::make_shared<Setup>();
  return {"values/s",
          kValues,
          goal,
          [s, kernel] { kernel(s->x, s->out); },
          {{"as many independent multiplications and additions", [s, floor] { floor(s->x, s->out); }}}};
}

const RegisterBenchmark kMills("math.mills",
                               [](const BenchOptions&) { return make(mills_g, bare_mills_arithmetic, 0.6); });
const RegisterBenchmark kTanh("math.tanh", [](const BenchOptions&) {
  return make(tanh_array, bare_tanh_arithmetic, 0.5);
});

}  // namespace
}  // namespace bitbasin::mills_perf
