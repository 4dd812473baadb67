// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/spec.h"
#include "bitbasin/task/task.h"

namespace bitbasin {

// The kinds, one file each; task_kinds.cc lists them.
TaskKind solve_perceptron_kind();
TaskKind solve_ksat_kind();
TaskKind entropy_perceptron_kind();
TaskKind theory_kind();
TaskKind theory_equilibrium_kind();
TaskKind theory_transitions_kind();
TaskKind train_kind();
TaskKind walk_network_kind();

// Seeds are stored in a signed column.
inline constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 63) - 1;

namespace task_detail {

inline std::string as_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace task_detail

// A kind from its options. `complete` fills in what depends on other options and fails where they do not go
// together; `algorithm` and `run` see the options as they were read, what is left out with its default.
template <class Options>
TaskKind make_kind(std::string_view name, std::string_view meaning, int revision,
                   const OptionTable<Options>& table, void (*complete)(Options&),
                   std::string (*algorithm)(const Options&), Json (*run)(const Options&, RunControl&)) {
  const auto read = [&table](const Json& canonical) {
    Options options;
    for (const Option<Options>& o : table) {
      const auto found = canonical.find(o.name);
      if (found != canonical.end()) o.set(options, o.name, task_detail::as_text(*found));
    }
    return options;
  };
  const auto canonical = [name, &table, complete](const Parameters& given) {
    Options options;
    apply(table, options, Spec{std::string(name), given});
    complete(options);
    Json all = Json::object();
    for (const auto& [key, value] : echo(table, options)) all[key] = to_json(value);
    return all;
  };
  return {name,
          meaning,
          revision,
          describe(table),
          canonical,
          [read, algorithm](const Json& all) { return algorithm(read(all)); },
          [read, run](const Json& all, RunControl& control) { return run(read(all), control); }};
}

// Of kinds that run no algorithm.
template <class Options>
std::string no_algorithm(const Options&) {
  return "";
}

// The spec with every option named, and without those that have their defaults, of a PerceptronAlgorithm
// or a SatAlgorithm.
template <class Algorithm>
std::string canonical_spec(const Algorithm& algorithm, const std::string& text) {
  return algorithm.canonical(parse_spec(text));
}
template <class Algorithm>
std::string shortest_spec(const Algorithm& algorithm, const std::string& text) {
  const Spec full = parse_spec(algorithm.canonical(parse_spec(text)));
  const Spec defaults = parse_spec(algorithm.canonical(Spec{full.name, {}}));
  Spec shortest{full.name, {}};
  for (std::size_t i = 0; i < full.options.size(); ++i) {
    if (full.options[i] != defaults.options[i]) shortest.options.push_back(full.options[i]);
  }
  return to_string(shortest);
}

}  // namespace bitbasin
