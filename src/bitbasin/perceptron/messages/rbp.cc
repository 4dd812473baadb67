// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rbp.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "bitbasin/base/error.h"
#include "bitbasin/device/gpu.h"
#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/messages/edge_rbp.h"
#include "bitbasin/perceptron/messages/gpu_iteration.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp_run.h"

namespace bitbasin {
const OptionTable<RbpOptions>& rbp_options() {
  static const OptionTable<RbpOptions> table{
      option("rate", &RbpOptions::rate, {1e-7, 1.0}, "growth of the reinforcement per iteration", "gamma"),
      option("margin", &RbpOptions::margin, {0.0, 10.0}, "stability required at first, in units of sqrt(N)",
             "kappa"),
      option("margin_end", &RbpOptions::margin_end, {1e-3, 1.0},
             "reinforcement at which the margin reaches zero"),
      option("start", &RbpOptions::start, {0.0, 1.0}, "reinforcement of the first iteration"),
      option("end", &RbpOptions::end, {0.0, 1.0}, "reinforcement at which a run ends"),
      option("damping", &RbpOptions::damping, {0.0, 0.99}, "weight of the old field in the new one"),
      option("field", &RbpOptions::field, {0.0, 30.0}, "size of the random fields that a run starts from"),
      option("restarts", &RbpOptions::restarts, {0, 1000000}, "restarts before giving up"),
      younger(option("accuracy", &RbpOptions::accuracy,
                     {{"amp", Accuracy::amp}, {"gaussian", Accuracy::gaussian}, {"exact", Accuracy::exact}},
                     "how messages are computed; gaussian and exact are slow, for small N")),
      younger(option("ramp", &RbpOptions::ramp,
                     {{"linear", RbpRamp::linear}, {"variance", RbpRamp::variance}},
                     "what reinforcement follows; with variance the margin is in units of sqrt(V)")),
  };
  return table;
}

void check(const RbpOptions& options) {
  if (options.accuracy == Accuracy::amp) return;
  if (options.margin) fail("expected no margin with accuracy=gaussian|exact, got {}", *options.margin);
  if (options.damping) fail("expected no damping with accuracy=gaussian|exact, got {}", *options.damping);
  if (options.ramp == RbpRamp::variance) {
    fail("expected ramp=linear with accuracy=gaussian|exact, got variance");
  }
}

RbpOptions resolve(RbpOptions options, double alpha) {
  if (!options.rate) {
    const double hardness = alpha > kTeacherOnlyAlpha ? 0 : std::clamp((alpha - 0.66) / 0.10, 0.0, 1.0);
    options.rate = 1e-3 * (1 - 0.8 * hardness);
  }
  if (!options.margin) options.margin = alpha > kTeacherOnlyAlpha ? 0 : 0.15;
  if (!options.start) options.start = 0;
  if (!options.end) options.end = 1;
  if (!options.damping) options.damping = 0;
  if (!options.field) options.field = 0.01;
  if (!options.restarts) options.restarts = 15;
  if (!options.ramp) options.ramp = RbpRamp::linear;
  return options;
}

namespace {

constexpr std::size_t kManySynapses = 50000;

// The reinforcement at which m = 0 becomes unstable (rbp.h).
double first_instability(const PerceptronInstance& instance) {
  const auto n = static_cast<double>(instance.n());
  double gam = 0, g = 0;
  std::visit(
      [&](const auto& channel) {
        channel.respond(n, {&gam, 1}, {&g, 1});
      },
      channel_of(instance.constraint, instance.n()));
  const double c = n * gam, alpha = instance.alpha();
  const double edge = alpha >= 1 ? (1 - std::sqrt(alpha)) * (1 - std::sqrt(alpha)) : 0;
  return std::clamp(1 - c * (alpha - edge / std::max(1e-9, 1 - c)), 0.0, 1.0);
}

}  // namespace

RbpOptions resolve(const RbpOptions& options, const PerceptronInstance& instance) {
  const double load = relative_load(instance);
  RbpOptions o = options;
  if (!instance.constraint.is_plain() && !o.restarts) o.restarts = 200;
  if (instance.constraint.is_plain() && instance.n() >= kManySynapses && load <= 0.742) {
    if (!o.rate) o.rate = 1e-3;
    if (!o.margin) o.margin = 0.15 + 0.15 * std::clamp((0.74 - load) / 0.04, 0.0, 1.0);
  }
  if (instance.constraint.kind == ConstraintKind::symmetric) {
    if (!o.ramp && load >= 0.7 && o.accuracy == Accuracy::amp) o.ramp = RbpRamp::variance;
    if (o.ramp == RbpRamp::variance) {
      if (!o.margin) o.margin = 0.45;
      if (!o.start) o.start = 0;
      if (!o.end) o.end = 0.95;
      if (!o.damping) o.damping = 0.4;
      if (!o.field) o.field = 0.1;
    }
    if (!o.rate) o.rate = 1e-3 * (1 - 0.9 * std::clamp((load - 0.62) / 0.09, 0.0, 1.0));
    if (!o.margin) o.margin = 0.1;
    if (!o.start) o.start = first_instability(instance);
    if (!o.end) o.end = std::min(1.0, *o.start + 0.5);
    if (!o.damping) o.damping = 0.5;
  }
  return resolve(o, load);
}

SolveResult solve(const PerceptronInstance& instance, const RbpOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const AnyModel channel = channel_of(instance.constraint, instance.n());
  const RbpOptions resolved = resolve(options, instance);
  if (resolved.accuracy != Accuracy::amp) {
    if (setup.device == Device::cuda) fail("expected accuracy=amp, which runs on a GPU, with device cuda");
    if (setup.ranks != nullptr) fail("expected accuracy=amp, which divides its patterns, on several ranks");
    return solve_by_edges(instance, resolved, setup, control);
  }
  const auto* sign = std::get_if<SignModel>(&channel);
  if (sign != nullptr && setup.ranks == nullptr &&
      goes_to_gpu(setup.device, instance.n(), instance.patterns())) {
    GpuIteration engine(instance, *sign);
    return run_rbp(engine, resolved, setup, control);
  }
  PatternProducts patterns(instance, setup);
  return run_rbp(patterns, channel, resolved, setup, control);
}

}  // namespace bitbasin
