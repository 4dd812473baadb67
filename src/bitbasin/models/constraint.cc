// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/constraint.h"

#include <cmath>
#include <limits>

#include "bitbasin/base/error.h"
#include "bitbasin/models/any_model.h"

namespace bitbasin {
namespace {

double root_of(std::size_t n) {
  return std::sqrt(static_cast<double>(n));
}

}  // namespace

std::string_view to_string(ConstraintKind kind) {
  return with_model(kind, []<class Model>(std::type_identity<Model>) { return Model::kName; });
}

Constraint ConstraintOptions::chosen() const {
  return {kind, kappa.value_or(kind == ConstraintKind::symmetric ? 1 : 0)};
}

const OptionTable<ConstraintOptions>& constraint_options() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static const OptionTable<ConstraintOptions> table{
      option("constraint", &ConstraintOptions::kind,
             {{SignModel::kName, ConstraintKind::sign}, {SymmetricModel::kName, ConstraintKind::symmetric}},
             "what every pattern demands: x . W > kappa sqrt(N), or |x . W| <= kappa sqrt(N)"),
      option("kappa", &ConstraintOptions::kappa, {-kInfinity, kInfinity, true, true},
             "margin, or half width of the tube, in units of sqrt(N); auto: 0, and 1 for symmetric", "kappa"),
  };
  return table;
}

bool allows(const Constraint& constraint, std::int64_t sum, std::size_t n) {
  const double t = constraint.kappa * root_of(n);
  return with_model(constraint.kind, [&]<class Model>(std::type_identity<Model>) {
    return Model::allows(static_cast<double>(sum), t);
  });
}

SumRange allowed_sums(const Constraint& constraint, std::size_t n) {
  const double root = root_of(n);
  const auto largest = static_cast<std::int64_t>(n);
  const SumRange sums = with_model(constraint.kind, [&]<class Model>(std::type_identity<Model>) {
    return Model::allowed_sums(n, constraint.kappa * root);
  });
  if (sums.least > largest || sums.least > sums.most) {
    fail("expected a kappa that weights can satisfy, for {} synapses and the {} constraint, got {}", n,
         to_string(constraint.kind), constraint.kappa);
  }
  if (sums.least <= -largest && sums.most >= largest) {
    fail("expected a kappa that weights can violate, for {} synapses and the {} constraint, got {}", n,
         to_string(constraint.kind), constraint.kappa);
  }
  return sums;
}

double kappa_eff(const Constraint& constraint, std::size_t n) {
  return std::visit([](const auto& model) { return model.threshold(); }, channel_of(constraint, n)) /
         root_of(n);
}

AnyModel channel_of(const Constraint& constraint, std::size_t n) {
  return with_model(constraint.kind, [&]<class Model>(std::type_identity<Model>) -> AnyModel {
    return Model(allowed_sums(constraint, n));
  });
}

AnyModel continuous_channel(ConstraintKind kind, double kappa) {
  return with_model(kind, [&]<class Model>(std::type_identity<Model>) -> AnyModel { return Model(kappa); });
}

}  // namespace bitbasin
