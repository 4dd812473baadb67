// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/engine.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/value_list.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/playground/digit_view.h"
#include "bitbasin/playground/formula_view.h"
#include "bitbasin/playground/perceptron_view.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/sat/random_formula.h"

namespace bitbasin {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::vector<std::uint8_t> input;
std::optional<PerceptronView> perceptron;
std::optional<FormulaView> formula;
std::optional<DigitView> digit;
std::vector<double> points;
std::uint64_t iterations = 0;
std::string file;

std::string_view input_text() {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

PerceptronView& view() {
  if (!perceptron) fail("expected make_perceptron before anything is asked about a perceptron");
  return *perceptron;
}

FormulaView& formula_view() {
  if (!formula) fail("expected make_formula or read_formula before anything is asked about a formula");
  return *formula;
}

DigitView& digit_view() {
  if (!digit) fail("expected read_model before anything is asked about a model");
  return *digit;
}

void tell(const TracePoint& point) {
  bitbasin_page_iterated(static_cast<std::uint32_t>(point.iteration),
                         static_cast<std::uint32_t>(point.errors), point.reinforcement.value_or(kUnknown),
                         point.overlap.value_or(kUnknown));
}

std::uint32_t end(const VerifiedResult& result) {
  iterations = result.found.iterations;
  return static_cast<std::uint32_t>(result.violations);
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
  return end(view().solve(input_text(), seed, budget, tell));
}

std::uint32_t bitbasin_iterations() {
  return static_cast<std::uint32_t>(iterations);
}

std::uint32_t bitbasin_entropy(std::uint64_t seed) {
  const std::vector<double> distances = parse_value_list("distances", input_text(), {0, 1});
  points.clear();
  for (const EntropyPoint& p : view().local_entropy(distances, seed)) {
    points.insert(points.end(), {p.distance, p.converged ? p.entropy : kUnknown, p.gamma});
  }
  return static_cast<std::uint32_t>(distances.size());
}

std::uint32_t bitbasin_walk(double sweeps, std::uint32_t count, std::uint64_t seed) {
  points.clear();
  const auto n = static_cast<double>(view().instance().n());
  for (const WalkPoint& p : view().walk(sweeps, count, seed)) {
    points.insert(points.end(), {static_cast<double>(p.proposals) / n, p.distance, p.density});
  }
  return static_cast<std::uint32_t>(points.size() / 3);
}

const double* bitbasin_points() {
  return points.data();
}

void bitbasin_make_formula(std::uint32_t n, std::uint32_t k, double alpha, std::uint64_t seed) {
  RandomFormula random;
  random.n = n;
  random.k = static_cast<int>(k);
  random.alpha = alpha;
  formula.emplace(generate(random, seed, 1));
}

void bitbasin_read_formula() {
  ByteReader reader(input_text(), "the file");
  formula.emplace(parse_dimacs(reader));
}

std::uint32_t bitbasin_variables() {
  return formula_view().formula().variables;
}

std::uint32_t bitbasin_clauses() {
  return static_cast<std::uint32_t>(formula_view().formula().clauses());
}

std::uint32_t bitbasin_satisfy(std::uint64_t seed, std::uint64_t budget) {
  return end(formula_view().solve(input_text(), seed, budget, tell));
}

const float* bitbasin_assignment() {
  return formula_view().assignment().data();
}

void bitbasin_read_model() {
  ByteReader reader(input_text(), "the file");
  digit.emplace(parse_model(reader));
}

const std::uint32_t* bitbasin_model_sizes() {
  static std::uint32_t sizes[7];
  const CommitteeShape& shape = digit_view().shape();
  const FeatureMap& features = digit_view().features();
  const std::size_t all[] = {static_cast<std::size_t>(features.rows),
                             static_cast<std::size_t>(features.columns),
                             shape.inputs * shape.depth,
                             shape.units,
                             shape.committees,
                             shape.labels,
                             shape.synapses()};
  std::ranges::transform(all, sizes, [](std::size_t size) { return static_cast<std::uint32_t>(size); });
  return sizes;
}

void bitbasin_flip(double fraction, std::uint64_t seed) {
  digit_view().flip(fraction, seed);
}

std::uint32_t bitbasin_write_model() {
  file = collect([](const ByteSink& sink) { format_model(sink, digit_view().model()); });
  return static_cast<std::uint32_t>(file.size());
}

const char* bitbasin_file() {
  return file.data();
}

std::uint32_t bitbasin_look() {
  return static_cast<std::uint32_t>(digit_view().look(input));
}

const float* bitbasin_bits() {
  return digit_view().bits().data();
}

const float* bitbasin_fields() {
  return digit_view().fields().data();
}

const float* bitbasin_votes() {
  return digit_view().votes().data();
}

const float* bitbasin_sums() {
  return digit_view().sums().data();
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
