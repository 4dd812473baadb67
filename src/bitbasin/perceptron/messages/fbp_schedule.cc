// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/fbp_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parse_number.h"
#include "bitbasin/base/split.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

// Of the descent. Half of the first and twice the second gain end with as many errors (N = 5001, alpha =
// 0.76).
constexpr VarianceGovernor::Gains kGains{6e-4, 0.03};
constexpr double kLargestGamma = 4;
// Messages without other replicas converge in this many iterations.
constexpr std::uint64_t kWarmUp = 60;

double portable_pow(double base, double exponent) {
  return base == 0 ? (exponent == 0 ? 1 : 0) : portable_exp(exponent * portable_log(base));
}

double portable_atanh(double x) {
  return 0.5 * portable_log1p(2 * x / (1 - x));
}

}  // namespace

FbpSchedule::FbpSchedule(const FbpOptions& options)
    : options_(options), governor_(kGains, *options.start, kLargestGamma, options.variance) {
  switch (options.protocol) {
    case FbpProtocol::free:
      points_ = parse_focusing_points("points of fbp", options.points);
      planned_ = static_cast<std::uint64_t>(*options.iterations);
      break;
    case FbpProtocol::descent:
      planned_ = kWarmUp + static_cast<std::uint64_t>(*options.iterations);
      break;
    default:
      planned_ =
          static_cast<std::uint64_t>(std::ceil(std::max(0.0, *options.end - *options.start) / *options.rate));
  }
}

std::optional<FocusingStep> FbpSchedule::next(double v) {
  if (t_ >= planned_) return {};
  const std::uint64_t t = t_++;
  switch (options_.protocol) {
    case FbpProtocol::descent:
      if (t < kWarmUp) return FocusingStep{0, *options_.y, *options_.margin * std::sqrt(v)};
      if (t == kWarmUp) governor_.begin(v);
      return descend(static_cast<double>(t - kWarmUp) / static_cast<double>(*options_.iterations), v);
    case FbpProtocol::free:
      return along_points(static_cast<double>(t) / static_cast<double>(planned_));
    default:
      const double parameter = *options_.start + *options_.rate * static_cast<double>(t);
      if (parameter >= *options_.end) return {};
      return at(parameter);
  }
}

FocusingStep FbpSchedule::descend(double f, double v) {
  const double c = *options_.margin + (*options_.margin_last - *options_.margin) * f;
  return {governor_.coupling(f, v), *options_.y, c * std::sqrt(v)};
}

FocusingStep FbpSchedule::along_points(double f) const {
  const double place = f * static_cast<double>(points_.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), points_.size() - 2);
  const double part = place - static_cast<double>(i);
  const FocusingPoint &a = points_[i], &b = points_[i + 1];
  const double gamma = a.gamma + (b.gamma - a.gamma) * part;
  return {gamma, a.y + (b.y - a.y) * part,
          *options_.margin * std::max(0.0, 1 - gamma / *options_.margin_end)};
}

FocusingStep FbpSchedule::at(double parameter) const {
  const double margin = *options_.margin * std::max(0.0, 1 - parameter / *options_.margin_end);
  const double x = options_.x, rho = parameter;
  switch (options_.protocol) {
    case FbpProtocol::pseudo:
      return {portable_atanh(portable_pow(rho, x)), 1 + portable_pow(rho, 1 - 2 * x) / (1 - rho), margin};
    case FbpProtocol::standard:
      return {std::numeric_limits<double>::infinity(), 1 / (1 - rho), margin};
    default:
      return {parameter, *options_.y, margin};
  }
}

std::vector<FocusingPoint> parse_focusing_points(std::string_view label, std::string_view text) {
  std::vector<FocusingPoint> points;
  for (const std::string_view item : split(text, '/')) {
    const std::size_t colon = item.find(':');
    if (colon == std::string_view::npos) {
      fail("{}: expected GAMMA:Y/GAMMA:Y/..., got {}", label, quote(text));
    }
    points.push_back(
        {parse_number<double>(fmt::format("gamma in {}", label), item.substr(0, colon), {0.0, 100.0}),
         parse_number<double>(fmt::format("y in {}", label), item.substr(colon + 1), {1.0, 1e6})});
  }
  return points;
}

}  // namespace bitbasin
