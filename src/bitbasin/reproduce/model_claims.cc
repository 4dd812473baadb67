// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

// The alpha where the entropy of a model vanishes, beside the figure of the literature, to its last digit.
Claim capacity_of_model(std::string id, std::string statement, Parameters model, double literature,
                        double last_digit) {
  const auto cell = [model] { return cell_of("theory equilibrium", model); };
  return {std::move(id),
          std::move(statement),
          fmt::format("alpha {}", literature),
          [cell](const ClaimSetup&) { return std::vector{cell()}; },
          [cell, literature, last_digit](const ClaimSetup&, const Results& results) {
            const double alpha = results.only(cell()).result.at("capacity").get<double>();
            const bool holds = std::abs(alpha - literature) <= last_digit / 2;
            return ClaimResult{.verdict = holds ? Verdict::reproduced : Verdict::not_reproduced,
                               .measured = fmt::format("{:.7f}", alpha)};
          },
          true};
}

// Instances of a model at one alpha, and what is to be seen there.
struct ModelPoint {
  std::string kind;
  Parameters model;
  std::string quick_n, full_n;
  double alpha;
  bool solved = true;  // at least half of the instances are; else fewer
};

// Presentations. The slowest symmetric perceptron with N = 4901 that was solved at 1.55 took 0.38 of it.
constexpr const char* kFullBudget = "150000000";

Cell cell_of_point(const ClaimSetup& setup, const ModelPoint& point) {
  Parameters parameters = point.model;
  parameters.insert(parameters.end(), {{"algorithm", "rbp"},
                                       {"n", setup.quick() ? point.quick_n : point.full_n},
                                       {"alpha", fmt::format("{}", point.alpha)},
                                       {"budget", setup.quick() ? kQuickBudget : kFullBudget},
                                       {"seed", fmt::format("{}", setup.first_instance())}});
  return cell_of(point.kind, parameters, 10);
}

Claim solved_claim(std::string id, std::string statement, std::string literature,
                   std::vector<ModelPoint> points) {
  return {std::move(id),
          std::move(statement),
          std::move(literature),
          [points](const ClaimSetup& setup) {
            std::vector<Cell> cells;
            for (const ModelPoint& point : points) cells.push_back(cell_of_point(setup, point));
            return cells;
          },
          [points](const ClaimSetup& setup, const Results& results) {
            ClaimResult judged;
            std::size_t right = 0;
            for (const ModelPoint& point : points) {
              const auto [count, tried] = results.success(cell_of_point(setup, point));
              right += (2 * count >= tried) == point.solved ? 1 : 0;
              judged.measured += fmt::format("{}{} of {} at {}", judged.measured.empty() ? "" : ", ", count,
                                             tried, point.alpha);
            }
            judged.verdict = right == points.size() ? Verdict::reproduced
                             : right > 0            ? Verdict::partly
                                                    : Verdict::not_reproduced;
            if (right < points.size())
              judged.why = fmt::format("{} of {} points are so", right, points.size());
            return judged;
          },
          true};
}

ModelPoint perceptron_point(Parameters model, std::string quick_n, std::string full_n, double alpha,
                            bool solved = true) {
  return {"solve perceptron", std::move(model), std::move(quick_n), std::move(full_n), alpha, solved};
}
ModelPoint committee_point(std::string units, std::string tree, std::string quick_n, std::string full_n,
                           double alpha) {
  return {"solve committee",
          {{"units", std::move(units)}, {"tree", std::move(tree)}},
          std::move(quick_n),
          std::move(full_n),
          alpha};
}

}  // namespace

std::vector<Claim> model_claims() {
  const Parameters tube = {{"constraint", "symmetric"}, {"kappa", "1"}};
  const Parameters tight = {{"kappa", "0.5"}}, loose = {{"kappa", "-0.5"}};
  return {
      capacity_of_model("symmetric-capacity", "symmetric perceptron, kappa = 1: the entropy vanishes at",
                        tube, 1.8159, 1e-4),
      solved_claim("symmetric-solved", "it is solved up to where its dense region ends, far below",
                   "1.58 (region), 1.60 (solvers)",
                   {perceptron_point(tube, "1023", "4901", 1.5), perceptron_point(tube, "1023", "4901", 1.55),
                    perceptron_point(tube, "1023", "4901", 1.65, false)}),
      solved_claim(
          "margin-solved", "margins of 0.5 and -0.5: half are solved at 0.84 and 0.86 of the capacity",
          "capacities 0.456 and 1.679",
          {perceptron_point(tight, "1001", "10001", 0.38), perceptron_point(loose, "1001", "10001", 1.45)}),
      capacity_of_model("tree-capacity",
                        "committee of 3 units with inputs of their own: the entropy vanishes at",
                        {{"units", "3"}, {"tree", "true"}}, 0.92, 0.01),
      solved_claim("tree-solved", "half of these committees are solved at", "capacity 0.921",
                   {committee_point("3", "true", "335", "1667", 0.75)}),
      solved_claim("committee-solved", "with common inputs, 3 and 5 units: half are solved at", "no figure",
                   {committee_point("3", "false", "335", "1667", 0.65),
                    committee_point("5", "false", "201", "401", 0.55)}),
  };
}

}  // namespace bitbasin
