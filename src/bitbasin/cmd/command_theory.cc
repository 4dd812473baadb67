// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/value_list.h"
#include "bitbasin/cmd/theory_figure.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/task/theory_keys.h"
#include "bitbasin/task/theory_options.h"
#include "bitbasin/terminal/output.h"
#include "bitbasin/terminal/output_files.h"
#include "bitbasin/theory/curve.h"
#include "bitbasin/theory/equilibrium.h"

namespace bitbasin {
namespace {

struct CurveFlags {
  std::optional<double> distance;
  std::optional<double> y;
  bool branch = false;
  bool stability = false;
};

const OptionTable<CurveFlags>& curve_flag_table() {
  static const OptionTable<CurveFlags> table{
      option("distance", &CurveFlags::distance, kDistanceRange, "one distance, instead of --distances", "d"),
      option("y", &CurveFlags::y, {0, 1e5},
             "weight of dense regions; 0: typical reference solutions; auto: y*, where the "
             "external entropy vanishes",
             "y"),
      option("branch", &CurveFlags::branch,
             "follow the branch from d = 0.1 through its folds over the range of --distances, instead of "
             "solving at each distance"),
      option("stability", &CurveFlags::stability, kStabilityMeaning),
  };
  return table;
}

struct Theory {
  TheoryOptions theory;
  CurveFlags curve;
  std::string alpha = "0.5";
  std::string distances = "0.005:0.3:60";
  std::string save;
  std::string plot;
};

std::string note(const TheoryPoint& p) {
  if (p.beyond) return "at or beyond d_inf: S_I = s_RS";
  if (!p.converged) return "not reached: the branch folds back before it, or was lost";
  if (p.internal_entropy < 0) return "unphysical: S_I < 0";
  if (p.order.q1 > p.order.s) return "unphysical: q1 > S";
  if (p.slope > 0) return "unphysical: dS_I/dS > 0";
  if (p.stability) {
    const ReplicaStability& s = *p.stability;
    return fmt::format("{}: replicons {:.4f} between, {:.4f} within", s.largest() < 1 ? "stable" : "unstable",
                       s.between[0], s.within);
  }
  if (p.dilute) return "in the limit of small d";
  return "";
}

// Without a minus before zeros.
double rounded(double entropy) {
  return std::abs(entropy) < 5e-10 ? 0 : entropy;
}

void print_point(const TheoryPoint& p, LabelSource task, Session& session) {
  const auto& o = p.order;
  const std::string error =
      task == LabelSource::teacher ? fmt::format(" {:>8.5f}", generalization_error(o.r_tilde)) : "";
  session.output.line(
      "{:7.4f} {:8.5f} {:>12.6g} {:>13.9f} {:>13.9f} {:>8.5f} {:>8.5f} {:8.5f}{} {:>8.1e}  {}", p.alpha, p.d,
      p.y, p.internal_entropy, rounded(p.external_entropy), o.q_tilde, o.q1, 1 - 2 * p.d, error, p.residual,
      note(p));
}

// The keys of the JSON points as columns.
std::string to_csv(const Json& points) {
  std::string out;
  for (const Json& point : points) {
    std::string names, values;
    for (const auto& [key, value] : point.items()) {
      names += names.empty() ? key : "," + key;
      const bool missing = value.is_number_float() && !std::isfinite(value.get<double>());
      values += (values.empty() ? "" : ",") + (missing ? "" : value.dump());
    }
    if (out.empty()) out = names + "\n";
    out += values + "\n";
  }
  return out;
}

// The distance at which the figure compares generalisation errors: well inside the dense region.
constexpr double kErrorDistance = 0.02;

std::vector<GeneralizationRow> generalization_rows(const CurveRequest& like, RunControl& control) {
  std::vector<GeneralizationRow> rows;
  for (int i = 2; i <= 12; ++i) {
    const double alpha = 0.1 * i;
    CurveRequest request = like;
    request.alpha = alpha;
    request.y.reset();
    const double distances[] = {kErrorDistance};
    const auto points = theory_curve(request, distances, control);
    const auto typical = equilibrium(LabelSource::teacher, alpha);
    if (points.empty() || !points[0].converged || !typical) continue;
    rows.push_back({alpha, generalization_error(typical->q), generalization_error(points[0].order.r_tilde)});
  }
  return rows;
}

// Says which points the branch does not reach.
void tell_missing(const std::vector<TheoryCurves>& curves) {
  for (const TheoryCurves& curve : curves) {
    std::vector<double> missing;
    for (const TheoryPoint& p : curve.dense) {
      if (!p.converged) missing.push_back(p.d);
    }
    if (missing.empty()) continue;
    const auto [low, high] = std::ranges::minmax(missing);
    const std::string where =
        low < high ? fmt::format("from d = {:.5g} to {:.5g}", low, high) : fmt::format("at d = {:.5g}", low);
    print_error(fmt::format("alpha {:.6g}: {} without a solution, {}", curve.alpha,
                            counted(missing.size(), "point"), where));
  }
}

void write_text(const std::string& path, const std::string& text) {
  RunControl writing;  // finished points are worth keeping, even after an interrupt
  OutputFiles files(writing);
  files.open(path)(text);
  files.commit();
}

ExitCode theory(const Theory& flags, Session& session) {
  const LabelSource task = flags.theory.task;
  const std::vector<double> alphas = parse_value_list("--alpha", flags.alpha, kAlphaRange);
  for (const double alpha : alphas) check_theory_alpha(alpha, task);
  const std::vector<double> distances =
      flags.curve.distance ? std::vector<double>{*flags.curve.distance}
                           : parse_value_list("--distances", flags.distances, kDistanceRange);
  RunControl control = session.control();
  session.output.note(
      "  alpha        d            y           S_I           S_E       q~       q1        S{} residual",
      task == LabelSource::teacher ? "    error" : "");
  Json rows = Json::array();
  std::vector<TheoryCurves> curves;
  std::uint64_t done = 0;
  const std::uint64_t total =
      flags.curve.branch ? 0 : alphas.size() * distances.size() * (flags.plot.empty() ? 1 : 2);
  const auto count = [&](const TheoryPoint&) { control.report({"points of the curve:", ++done, total}); };
  for (const double alpha : alphas) {
    CurveRequest request{task, alpha, flags.curve.y, {1, session.threads()}, flags.curve.stability};
    TheoryCurves curve{alpha, {}, {}};
    if (flags.curve.branch) {
      const auto [low, high] = std::ranges::minmax(distances);
      curve.dense = theory_branch(request, low, high, control, count);
    } else {
      curve.dense = theory_curve(request, distances, control, count);
    }
    for (const TheoryPoint& p : curve.dense) {
      rows.push_back(to_json(p, task));
      print_point(p, task, session);
    }
    if (!flags.plot.empty() && !flags.curve.branch) {
      request.y = 0;
      curve.typical = theory_curve(request, distances, control, count);
    }
    curves.push_back(std::move(curve));
  }
  if (!flags.plot.empty() && !curves.empty() && !curves.front().dense.empty()) {
    const CurveRequest like{task, alphas.front(), {}, {1, session.threads()}};
    const auto errors =
        task == LabelSource::teacher ? generalization_rows(like, control) : std::vector<GeneralizationRow>{};
    write_text(flags.plot, theory_figure(task, curves, errors, kErrorDistance));
    session.output.result["plot"] = flags.plot;
  }
  if (!flags.save.empty()) {
    write_text(flags.save, to_csv(rows));
    session.output.result["file"] = flags.save;
  }
  session.output.result["points"] = std::move(rows);
  session.output.result["work"] = control.spent();
  tell_missing(curves);
  const bool none = std::ranges::none_of(curves, [](const TheoryCurves& curve) {
    return std::ranges::any_of(curve.dense, &TheoryPoint::converged);
  });
  const ExitCode code = session.finish(control.stop_reason());
  return code == kDone && none ? kNotSolved : code;
}

}  // namespace

void add_theory(Command& root) {
  const auto flags = std::make_shared<Theory>();
  Command command = root.add_command(
      "theory",
      "how many solutions lie around the densest ones, by large-deviation theory; exit code 1 if no point is "
      "solved",
      {"bitbasin theory --alpha 0.7 --distance 0.05",
       "bitbasin theory --task teacher --alpha 0.8 --distances 0.08:0.1:3 --json",
       "bitbasin theory --alpha 0.75 --distances 0.06:0.12:4 --save curve.csv --plot curve.svg",
       "bitbasin theory --alpha 0.6 --distances 0.04:0.1:4 --y 0",
       "bitbasin theory --alpha 0.7 --distance 0.05 --stability"},
      [flags](Session& session) { return theory(*flags, session); });
  command.add_options(theory_option_table(), flags->theory);
  command.add_text("--alpha", flags->alpha, "patterns per synapse; separate several by commas");
  command.add_text("--distances", flags->distances, "distances as FIRST:LAST:COUNT, in equal steps");
  command.add_options(curve_flag_table(), flags->curve);
  command.add_output_file("--save", flags->save, "where to write the points as CSV");
  command.add_output_file("--plot", flags->plot,
                          "where to draw the curves as SVG, together with those for y = 0");
  add_theory_equilibrium(command);
  add_theory_transitions(command);
  add_theory_one_step(command);
  add_theory_edges(command);
}

}  // namespace bitbasin
