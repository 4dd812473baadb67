// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/task/network_walk.h"

namespace bitbasin {
namespace {

struct WalkNetwork {
  std::string model;
  std::string data_set;
  WalkOptions flags;
};

ExitCode run_walk(const WalkNetwork& given, Session& session) {
  const Model model = read_model(given.model);
  const DataSet data = load_data_set(given.data_set.empty() ? model.record.data_set : given.data_set);
  if (const std::string why = why_not_one_look(model); !why.empty()) fail("{}: {}", given.model, why);
  const FeatureEncoder encoder(model.features);
  const BitMatrix train = encoder.encode(data.train, session.threads());
  const BitMatrix test = encoder.encode(data.test, session.threads());
  RunControl control = session.control();
  Json& result = session.output.result;
  result["model"] = given.model;
  const std::size_t depth = model.features.depth;
  walk_network(model.network, {&train, data.train.labels, depth}, {&test, data.test.labels, depth},
               given.flags, {session.seed(), session.threads()}, control, result,
               [&](const WalkPoint& at, std::optional<double> error) {
                 if (at.proposals == 0) {
                   session.output.line("{:>12}  {:>9}  {:>8}  {:>12}", "proposals", "distance", "density",
                                       "test error %");
                 }
                 session.output.line("{:12}  {:9.5f}  {:8.5f}  {:12.2f}", at.proposals, at.distance,
                                     at.density, 100 * *error);
               });
  return session.finish(control.stop_reason());
}

}  // namespace

void add_walk_network(Command& group) {
  const auto flags = std::make_shared<WalkNetwork>();
  Command command = group.add_command(
      "network", "density of allowed flips and test error against the distance from a network without errors",
      {"bitbasin generate images --out letters --train 500",
       "bitbasin train --dataset letters --features threshold --k1 5 --k2 20 --save letters.model",
       "bitbasin walk network letters.model --sweeps 2 --points 8"},
      [flags](Session& session) { return run_walk(*flags, session); });
  flags->flags.sweeps = 1;
  command.add_file("model", flags->model, "model file of a network without training errors", true);
  command.add_text(
      "--dataset", flags->data_set,
      "images it was trained on: mnist, fashion or a folder; by default those named in the model");
  command.add_options(walk_option_table(), flags->flags);
}

}  // namespace bitbasin
