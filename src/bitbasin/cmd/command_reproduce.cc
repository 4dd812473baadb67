// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/cmd/sweep_estimate.h"
#include "bitbasin/cmd/sweep_ranks.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/ranks/launcher.h"
#include "bitbasin/report/page_template.h"
#include "bitbasin/report/report.h"
#include "bitbasin/reproduce/claim.h"
#include "bitbasin/reproduce/reproduction.h"

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
             "quick: small sizes, minutes; full: the sizes and sample counts of the paper, hours"),
      option("list", &ReproduceFlags::list, "list the claims without measuring them"),
      option("dry_run", &ReproduceFlags::dry_run, "show the runs, what remains and an estimate of the time"),
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

ExitCode list_claims(const Reproduction& asked, Session& session) {
  Json rows = Json::array();
  for (const Claim* c : asked.claims) {
    rows.push_back(
        {{"id", c->id}, {"statement", c->statement}, {"paper", c->paper}, {"beyond_paper", c->beyond_paper}});
    session.output.line("{:<21} {} [{}]", c->id, c->statement, c->paper);
  }
  session.output.result["claims"] = std::move(rows);
  return session.finish(StopReason::none);
}

void print_row(const Claim& c, const ClaimResult& r, Session& session) {
  std::string measured = r.measured;
  if (r.interval) measured += fmt::format(" [{:.3g}, {:.3g}]", r.interval->low, r.interval->high);
  session.output.line(kRow, c.id, c.paper, measured, to_string(r.verdict));
  if (!r.why.empty()) session.output.line("{:<21} {}", "", r.why);
}

ExitCode reproduce(const Reproduce& command, Session& session) {
  const bool short_answer = command.flags.list || command.flags.dry_run;
  if (short_answer && launched_rank() > 0) return kDone;  // rank 0 answers alone
  RunControl control = session.control();
  SweepRanks ranks = short_answer ? SweepRanks() : join_ranks(session, control);
  if (ranks.served) return kDone;
  const Reproduction asked = reproduction_of({command.flags.profile, session.seed()}, command.ids);
  if (command.flags.list) return list_claims(asked, session);
  const SweepPlan plan = plan_of(asked);
  if (command.flags.dry_run) return show_estimate(plan, command.store, true, session);
  if (!page_template().empty()) expect_writable(command.out);
  Store store = Store::open(command.store.path, command.store.options());
  const SweepEnd end = run_reproduction(plan, store, ranks.threads, ranks.transport(), control);
  ranks.finish();

  const Results results(store);
  const JudgedReproduction judged = judge(asked, results);
  Json& result = session.output.result;
  result["profile"] = to_string(asked.setup.profile);
  result["store"] = command.store.path;
  result["runs"] = end.tasks;
  result["known_before"] = end.known_before;
  result["threads"] = ranks.threads;
  result["ranks"] = ranks.size();
  result["claims"] = Json::array();
  session.output.line(kRow, "claim", "paper", "measured [95 percent]", "verdict");
  bool beyond = false;
  for (const JudgedClaim& c : judged.claims) {
    if (c.claim->beyond_paper && !beyond) session.output.line("{:<21} {}", "beyond the paper", "literature");
    beyond = c.claim->beyond_paper;
    print_row(*c.claim, c.result, session);
    result["claims"].push_back(to_json(c, judged.setup));
  }
  session.output.note("{} in {}, {} stored before; rerun the same command to resume",
                      counted(end.done + end.failed, "run"), command.store.path, end.known_before);
  if (!page_template().empty()) {
    write_report(page_template(), store, results, judged, command.out);
    result["file"] = command.out;
    session.output.note("{} shows them; it opens in any browser", command.out);
  } else {
    result["file"] = Json();
    session.output.note(
        "{} is not written: bitbasin was built without the report page, which needs npm: run 'make page'",
        command.out);
  }
  return session.finish(control.stop_reason());
}

}  // namespace

void add_reproduce(Command& root) {
  const auto command = std::make_shared<Reproduce>();
  Command added = root.add_command(
      "reproduce", "measure the claims of the 2015 paper on this machine, and show them on one page",
      {"bitbasin reproduce --list", "bitbasin reproduce equilibrium-capacity teacher-transition",
       "bitbasin reproduce edmc-3sat --dry-run",
       "bitbasin reproduce teacher-transition --store runs.db --out teacher.html"},
      [command](Session& session) { return reproduce(*command, session); });
  added.add_words("claims", command->ids, "claims to measure; all if none is named");
  added.add_options(reproduce_flag_table(), command->flags);
  add_store_flags(added, command->store, false, "file that holds the results; reproduce.db if not given");
  added.add_file("--out", command->out, "where to write the page; report.html if not given");
}

}  // namespace bitbasin
