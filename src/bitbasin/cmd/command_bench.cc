// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/bench/bench.h"

namespace bitbasin {
namespace {

struct BenchFlags {
  int repetitions = BenchOptions{}.repetitions;
  std::vector<std::string> filters;
};

const OptionTable<BenchFlags>& bench_flag_table() {
  constexpr int kMostRepetitions = 10'000;
  static const OptionTable<BenchFlags> table{
      option("repetitions", &BenchFlags::repetitions, {1, kMostRepetitions}, "runs whose median is reported"),
  };
  return table;
}

// Name, rate, ratio to the floor, goal for it, what the floor is.
constexpr const char kColumns[] = "{:<28} {:>20} {:>6}  {:<12} {}";

// 12.3 G: a rate is read more easily with a prefix than with an exponent.
std::string with_prefix(double value) {
  constexpr std::pair<double, const char*> prefixes[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& [scale, prefix] : prefixes) {
    if (value >= scale) return fmt::format("{:.3g} {}", value / scale, prefix);
  }
  return fmt::format("{:.3g} ", value);
}

void print_row(Output& output, const BenchRow& row) {
  const std::string rate = with_prefix(row.rate) + row.unit;
  std::string ratio;
  if (!row.floor.empty()) ratio = fmt::format("{:.2f}", row.floor_ratio);
  std::string goal;
  if (row.goal > 0) goal = fmt::format("{:.2f}{}", row.goal, row.ok() ? "" : " missed");
  output.line(kColumns, row.name, rate, ratio, goal, row.floor);
}

Json to_json(const BenchRow& row) {
  return {{"name", row.name},   {"rate", row.rate}, {"unit", row.unit}, {"floor_ratio", row.floor_ratio},
          {"floor", row.floor}, {"goal", row.goal}, {"ok", row.ok()}};
}

ExitCode run_bench(const BenchFlags& flags, Session& session) {
  Output& output = session.output;
  RunControl control = session.control();
  const int threads = session.threads_or(1);  // floors are about one core
  output.result["threads"] = threads;
  Json& rows = output.result["rows"] = Json::array();
  const auto on_row = [&](const BenchRow& row) {
    if (rows.empty()) output.line(kColumns, "benchmark", "rate", "ratio", "goal", "the ratio's floor");
    print_row(output, row);
    rows.push_back(to_json(row));
    if (!control.spend(1)) throw Stopped{control.stop_reason()};
  };
  try {
    run_benchmarks({flags.filters, flags.repetitions, threads}, on_row);
  } catch (const Stopped& stopped) {
    return session.finish(stopped.reason);  // with the rows so far
  }
  if (rows.empty() && flags.filters.empty()) {
    fail("this program was built without benchmarks; build it with 'make bench'");
  }
  if (rows.empty()) {
    fail("no benchmark has a name that contains {}", fmt::join(flags.filters, " "));
  }
  return session.finish(StopReason::none);
}

}  // namespace

void add_bench(Command& root) {
  const auto flags = std::make_shared<BenchFlags>();
  Command bench = root.add_command(
      "bench",
      "measure rates on this machine and compare them with floors; one thread unless --threads is given",
      {"bitbasin bench bits.dot.row.cache --repetitions 3"},
      [flags](Session& session) { return run_bench(*flags, session); });
  bench.add_words("FILTER", flags->filters,
                  "run the benchmarks whose name contains one of these; all if none is given");
  bench.add_options(bench_flag_table(), *flags);
}

}  // namespace bitbasin
