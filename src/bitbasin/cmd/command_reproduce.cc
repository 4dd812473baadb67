// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bitbasin/cmd/report_page.h"
#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/cmd/sweep_estimate.h"
#include "bitbasin/reproduce/claim.h"
#include "bitbasin/reproduce/reproduction.h"
#include "bitbasin/sweep/sweep_run.h"

namespace bitbasin {
namespace {

struct ReproduceFlags {
  Profile profile = Profile::quick;
  bool list = false;
  bool dry_run = false;
};

const OptionTable<ReproduceFlags>& reproduce_flag_table() {
  static const OptionTable<ReproduceFlags> table{
      option("profile", &ReproduceFlags::profile, {{"quick", Profile::quick}, {"full", Profile::full}},
             "sizes and sample counts: minutes, or those of the paper and hours"),
      option("list", &ReproduceFlags::list, "list the claims and measure nothing"),
      option("dry_run", &ReproduceFlags::dry_run,
             "show the runs, what is to be done and how long it may take"),
  };
  return table;
}

struct Reproduce {
  ReproduceFlags flags;
  std::vector<std::string> ids;
  StoreFlags store{.path = "reproduce.db"};
  std::string out = "report.html";
};

constexpr std::string_view kRow = "{:<21} {:<29} {:<59} {}";

std::vector<const Claim*> chosen_claims(const std::vector<std::string>& ids) {
  std::vector<const Claim*> chosen;
  for (const std::string& id : ids) chosen.push_back(&claim(id));
  if (chosen.empty()) {
    for (const Claim& c : claims()) chosen.push_back(&c);
  }
  return chosen;
}

ExitCode list_claims(const std::vector<const Claim*>& chosen, Session& session) {
  Json rows = Json::array();
  for (const Claim* c : chosen) {
    rows.push_back({{"id", c->id}, {"statement", c->statement}, {"paper", c->paper}});
    session.output.line("{:<21} {} [{}]", c->id, c->statement, c->paper);
  }
  session.output.result["claims"] = std::move(rows);
  return session.finish(StopReason::none);
}

void add_row(const Claim& c, const ClaimResult& r, Session& session) {
  Json row = {{"id", c.id}, {"statement", c.statement}, {"paper", c.paper}, {"measured", r.measured}};
  row["interval"] = r.interval ? Json{r.interval->low, r.interval->high} : Json();
  row["verdict"] = to_string(r.verdict);
  row["why"] = r.why;
  session.output.result["claims"].push_back(std::move(row));
  std::string measured = r.measured;
  if (r.interval) measured += fmt::format(" [{:.3g}, {:.3g}]", r.interval->low, r.interval->high);
  session.output.line(kRow, c.id, c.paper, measured, to_string(r.verdict));
  if (!r.why.empty()) session.output.line("{:<21} {}", "", r.why);
}

ExitCode reproduce(const Reproduce& command, Session& session) {
  const auto chosen = chosen_claims(command.ids);
  if (command.flags.list) return list_claims(chosen, session);
  const ClaimSetup setup{command.flags.profile, session.seed()};
  const SweepPlan plan = plan_of(chosen, setup);
  if (command.flags.dry_run) return show_estimate(plan, command.store, true, session);
  RunControl control = session.control();
  Store store = Store::open(command.store.path, command.store.options());
  // A task fails where a data set is missing: it may be there by now.
  SweepSetup sweep{.threads = session.threads(), .retry_failed = true};
  sweep.on_progress = [&control](const Scheduler& scheduler) {
    control.report({"runs", scheduler.done() + scheduler.failed(), scheduler.tasks(),
                    std::numeric_limits<double>::quiet_NaN(), ""});
  };
  const SweepEnd end = run_sweep(plan, store, sweep, control);

  const Results results(store);
  Json& result = session.output.result;
  result["profile"] = to_string(setup.profile);
  result["store"] = command.store.path;
  result["runs"] = end.tasks;
  result["known_before"] = end.known_before;
  result["claims"] = Json::array();
  session.output.line(kRow, "claim", "paper", "measured [95 percent]", "verdict");
  for (const Claim* c : chosen) add_row(*c, judge(*c, setup, results), session);
  session.output.note("{} runs in {}, {} of them there before; the same line goes on where this one stopped",
                      end.done + end.failed, command.store.path, end.known_before);
  if (has_page()) {
    write_report(store, results, command.out);
    result["file"] = command.out;
    session.output.note("{} shows them; it opens in any browser", command.out);
  } else {
    result["file"] = Json();
    session.output.note("{} is not written: this program was built without npm", command.out);
  }
  return session.finish(control.stop_reason());
}

}  // namespace

void add_reproduce(Command& root) {
  const auto command = std::make_shared<Reproduce>();
  Command added = root.add_command(
      "reproduce", "measure the claims of the 2015 paper on this machine, and show them on one page",
      {"bitbasin reproduce --list", "bitbasin reproduce equilibrium-capacity typical-isolated",
       "bitbasin reproduce edmc-3sat --dry-run",
       "bitbasin reproduce teacher-transition --store runs.db --out teacher.html"},
      [command](Session& session) { return reproduce(*command, session); });
  added.add_words("claims", command->ids, "claims to measure; all if none is named");
  added.add_options(reproduce_flag_table(), command->flags);
  add_store_flags(added, command->store, false, "the file with the results; reproduce.db if not given");
  added.add_file("--out", command->out, "where to write the page; report.html if not given");
}

}  // namespace bitbasin
