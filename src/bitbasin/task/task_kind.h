// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include "bitbasin/base/spec.h"
#include "bitbasin/task/task.h"

namespace bitbasin {

// The kinds, one file each; task_kinds.cc lists them.
TaskKind solve_perceptron_kind();
TaskKind solve_committee_kind();
TaskKind solve_ksat_kind();
TaskKind learn_perceptron_kind();
TaskKind entropy_perceptron_kind();
TaskKind entropy_committee_kind();
TaskKind entropy_ksat_kind();
TaskKind theory_kind();
TaskKind theory_equilibrium_kind();
TaskKind theory_transitions_kind();
TaskKind theory_one_step_kind();
TaskKind theory_edges_kind();
TaskKind train_kind();
TaskKind walk_network_kind();

// Seeds are stored in a signed column.
inline constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 63) - 1;

namespace task_detail {

inline std::string as_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace task_detail

// A kind from its options. `complete` fills in what depends on other options and fails if they contradict
// each other; `algorithm` gives the shortest spec of the completed options; `run` gets the options read from
// their canonical form, with defaults for missing ones. The options in `later`, a list with static lifetime,
// were added after results had been stored: while they have their defaults, identities are as if they did not
// exist.
template <class Options>
TaskKind make_kind(std::string_view name, std::string_view meaning, int revision,
                   const OptionTable<Options>& table, void (*complete)(Options&),
                   std::string (*algorithm)(const Options&), Json (*run)(const Options&, RunControl&),
                   std::span<const std::string_view> later = {}) {
  const auto read = [&table](const Json& canonical) {
    Options options;
    for (const Option<Options>& o : table) {
      const Json* found = canonical.find(o.name);
      if (found) o.set(options, o.name, task_detail::as_text(*found));
    }
    return options;
  };
  const auto canonical = [name, &table, complete, algorithm, later](const Parameters& given) {
    Options options;
    apply(table, options, Spec{std::string(name), given});
    complete(options);
    CanonicalParameters all{Json::object(), algorithm(options)};
    const Options defaults{};
    for (const Option<Options>& o : table) {
      const OptionValue value = o.get(options);
      const bool added_later = std::ranges::find(later, o.name) != later.end();
      if (added_later && value == o.get(defaults)) continue;
      all.parameters[o.name] = to_json(value);
    }
    return all;
  };
  return {name,      meaning,
          revision,  describe(table),
          canonical, [read, run](const Json& all, RunControl& control) { return run(read(all), control); }};
}

// For kinds that run no algorithm.
template <class Options>
std::string no_algorithm(const Options&) {
  return "";
}

}  // namespace bitbasin
