// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/engine.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/playground/perceptron_view.h"

namespace bitbasin {
namespace {

std::vector<std::uint8_t> input;
std::optional<PerceptronView> perceptron;

std::string_view input_text() {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

PerceptronView& view() {
  if (!perceptron) fail("expected make_perceptron before anything is asked about a perceptron");
  return *perceptron;
}

}  // namespace
}  // namespace bitbasin

using namespace bitbasin;

std::uint8_t** bitbasin_frames() {
  alignas(16) static std::uint8_t room[std::size_t{1} << 16];
  static std::uint8_t* bounds[2];
  bounds[0] = room;
  bounds[1] = room + sizeof room;
  return bounds;
}

std::uint8_t* bitbasin_input(std::uint32_t bytes) {
  input.assign(bytes, 0);
  return input.data();
}

void bitbasin_make_perceptron(std::uint32_t n, double alpha, std::uint32_t teacher, std::uint64_t seed) {
  RandomPerceptron random;
  random.n = n;
  random.alpha = alpha;
  random.task = teacher != 0 ? LabelSource::teacher : LabelSource::classify;
  perceptron.emplace(random, seed);
}

std::uint32_t bitbasin_patterns() {
  return static_cast<std::uint32_t>(view().instance().patterns());
}

std::uint32_t bitbasin_solve(std::uint64_t seed, std::uint64_t budget) {
  const auto tell = [](const TracePoint& point) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    bitbasin_page_iterated(static_cast<std::uint32_t>(point.iteration),
                           static_cast<std::uint32_t>(point.errors), point.reinforcement.value_or(kUnknown),
                           point.overlap.value_or(kUnknown));
  };
  return static_cast<std::uint32_t>(view().solve(input_text(), seed, budget, tell).violations);
}

const float* bitbasin_weights() {
  return view().weights().data();
}

const float* bitbasin_magnetisations() {
  return view().magnetisations().data();
}

const float* bitbasin_stabilities() {
  return view().stabilities().data();
}
