// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "bitbasin/base/statistics.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

constexpr const char* kPatches = "auto";     // those of the presets
constexpr const char* kMachine = "rbm:501";  // what the paper used
constexpr const char* kPixels = "threshold";
constexpr const char* kProjection = "project:501";

Parameters recipe(const ClaimSetup& setup, const std::string& preset, const std::string& features) {
  return {{"preset", preset}, {"features", features}, {"seed", fmt::format("{}", setup.seed)}};
}

Cell training(const ClaimSetup& setup, const std::string& preset, const std::string& features) {
  return cell_of("train", recipe(setup, preset, features), setup.quick() ? 1 : 3);
}

// Errors of some networks together.
struct Errors {
  std::uint64_t train = 0;
  std::uint64_t test = 0;
  std::uint64_t images = 0;

  double percent() const { return 100 * static_cast<double>(test) / static_cast<double>(images); }
  Interval interval() const { return wilson_interval(test, images); }
  // The paper's rate, where the 95 percent interval reaches down to it.
  bool as_good_as(double paper) const { return 100 * interval().low <= paper; }
};

Errors errors_of(const Results& results, const Cell& cell) {
  Errors all;
  for (const DoneTask* run : results.of(cell)) {
    all.train += run->result.at("train_errors").get<std::uint64_t>();
    all.test += run->result.at("test_errors").get<std::uint64_t>();
    all.images += run->result.at("test_images").get<std::uint64_t>();
  }
  return all;
}

// The paper used the units of a Boltzmann machine and says that it matters little. Here it matters: the claim
// is measured with such units, and with patches.
Claim test_error(std::string id, std::string statement, const char* name, double paper, bool no_errors) {
  return {std::move(id), std::move(statement), fmt::format("{} %", paper),
          [name](const ClaimSetup& setup) {
            return std::vector{training(setup, name, kPatches), training(setup, name, kMachine)};
          },
          [=](const ClaimSetup& setup, const Results& results) {
            const Errors patches = errors_of(results, training(setup, name, kPatches));
            const Errors machine = errors_of(results, training(setup, name, kMachine));
            const auto holds = [&](const Errors& errors) {
              return errors.as_good_as(paper) && (!no_errors || errors.train == 0);
            };
            ClaimResult result;
            result.verdict = holds(machine)   ? Verdict::reproduced
                             : holds(patches) ? Verdict::partly
                                              : Verdict::not_reproduced;
            result.measured = fmt::format("{:.2f} %, {} training errors ({})", patches.percent(),
                                          patches.train, training_preset(name).features);
            result.interval = Interval{100 * patches.interval().low, 100 * patches.interval().high};
            if (result.verdict != Verdict::reproduced) {
              result.why = fmt::format("with the paper's {} {:.2f} %, {} training errors", kMachine,
                                       machine.percent(), machine.train);
            }
            return result;
          }};
}

std::vector<Cell> feature_cells(const ClaimSetup& setup) {
  return {training(setup, "small", kPatches), training(setup, "small", kMachine),
          training(setup, "small", kPixels), training(setup, "small", kProjection)};
}

ClaimResult minor_effect(const ClaimSetup& setup, const Results& results) {
  const char* const names[] = {"patches", "Boltzmann machine", "pixels", "projection"};
  std::string measured;
  double least = 100, most = 0;
  const auto cells = feature_cells(setup);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double percent = errors_of(results, cells[i]).percent();
    least = std::min(least, percent);
    most = std::max(most, percent);
    measured += fmt::format("{}{} {:.2f} %", measured.empty() ? "" : ", ", names[i], percent);
  }
  // A quarter more errors is minor, twice as many is not.
  const double ratio = most / least;
  ClaimResult result;
  result.verdict = ratio <= 1.25 ? Verdict::reproduced
                   : ratio <= 2  ? Verdict::partly
                                 : Verdict::not_reproduced;
  result.measured = measured;
  if (result.verdict != Verdict::reproduced) {
    result.why = fmt::format("the worst makes {:.1f} times the errors of the best", ratio);
  }
  return result;
}

Cell walk_cell(const ClaimSetup& setup) {
  Parameters parameters = recipe(setup, "small", kPatches);
  parameters.emplace_back("sweeps", setup.quick() ? "0.5" : "1");
  parameters.emplace_back("points", setup.quick() ? "10" : "20");
  return cell_of("walk network", parameters);
}

ClaimResult walk_away(const ClaimSetup& setup, const Results& results) {
  const Json& walk = results.only(walk_cell(setup)).result;
  const auto& points = walk.at("points");
  if (points.size() < 2) {
    throw NotThere(fmt::format("the network has {} training errors", walk.at("train_errors").dump()));
  }
  const auto at = [&](std::size_t i, const char* key) { return points.at(i).at(key).get<double>(); };
  const std::size_t last = points.size() - 1;
  bool density_falls = true;
  for (std::size_t i = 1; i <= last; ++i)
    density_falls = density_falls && at(i, "density") < at(i - 1, "density");
  // Error rates are compared over the whole walk: steps of a tenth of a percent are noise.
  const bool error_grows = at(last, "test_error") > at(0, "test_error");
  return {.verdict = density_falls && error_grows   ? Verdict::reproduced
                     : density_falls || error_grows ? Verdict::partly
                                                    : Verdict::not_reproduced,
          .measured = fmt::format("density {:.2f} to {:.2f}, test {:.2f} to {:.2f} % at distance {:.3f}",
                                  at(0, "density"), at(last, "density"), 100 * at(0, "test_error"),
                                  100 * at(last, "test_error"), at(last, "distance")),
          .why = !density_falls ? "the density does not fall all the way"
                 : !error_grows ? "the test error does not grow"
                                : ""};
}

}  // namespace

std::vector<Claim> network_claims() {
  return {
      test_error("mnist-small", "committees of 11 x 30 learn MNIST without a training error; test error",
                 "small", 2.4, true),
      test_error("mnist-large", "committees of 81 x 200 on MNIST; test error", "paper", 1.25, false),
      {"mnist-features", "the preprocessing of the images has only minor effects", "minor", feature_cells,
       minor_effect},
      {"walk", "solutions are dense around a trained network, and the middle generalises best",
       "figure B: density falls, error grows",
       [](const ClaimSetup& setup) { return std::vector{walk_cell(setup)}; }, walk_away},
  };
}

}  // namespace bitbasin
