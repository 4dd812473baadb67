// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/edges_keys.h"

#include "bitbasin/task/theory_options.h"
#include "bitbasin/theory/edges.h"

namespace bitbasin {
namespace {

Json to_json(const std::vector<Edge>& edges) {
  Json list = Json::array();
  for (const Edge& e : edges)
    list.push_back({{"d", e.d}, {"y", e.y}, {"internal_entropy", e.internal_entropy}});
  return list;
}

}  // namespace

const OptionTable<EdgesParameters>& edges_options() {
  static const OptionTable<EdgesParameters> table{
      option("alpha", &EdgesParameters::alpha, kAlphaRange, "patterns per synapse"),
      option("low", &EdgesParameters::low, {5e-4, 0.1}, "the distance down to which to look", "d"),
  };
  return table;
}

Json edges_keys(const EdgesParameters& parameters, int threads, RunControl& control) {
  constexpr double kStep = 1.3;  // of the quadrature: seven digits in two thirds of the time
  const OverlapEdges edges = overlap_edges(parameters.alpha, parameters.low, {kStep, threads}, control);
  return {{"alpha", parameters.alpha},     {"overlap", to_json(edges.overlap)},
          {"slope", to_json(edges.slope)}, {"one_step", to_json(edges.one_step)},
          {"points", edges.points},        {"disagreements", edges.disagreements},
          {"smallest_d", edges.smallest_d}};
}

}  // namespace bitbasin
