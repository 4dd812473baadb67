// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_reproduce.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {
namespace {

struct ReproduceFlags {
  Profile profile = Profile::quick;
  bool list = false;
};

const OptionTable<ReproduceFlags>& reproduce_flag_table() {
  static const OptionTable<ReproduceFlags> table{
      option("profile", &ReproduceFlags::profile, {{"quick", Profile::quick}, {"full", Profile::full}},
             "sizes and sample counts: minutes, or those of the paper"),
      option("list", &ReproduceFlags::list, "list the claims and measure nothing"),
  };
  return table;
}

struct Reproduce {
  ReproduceFlags flags;
  std::vector<std::string> ids;
};

constexpr std::string_view kRow = "{:<22} {:<40} {:<46} {}";

void add_row(const Claim& c, const ClaimResult& r, Session& session) {
  Json row = {{"id", c.id}, {"statement", c.statement}, {"paper", c.paper}, {"measured", r.measured}};
  row["interval"] = r.interval ? Json{r.interval->first, r.interval->second} : Json();
  row["verdict"] = to_string(r.verdict);
  session.output.result["claims"].push_back(std::move(row));
  std::string measured = r.measured;
  if (r.interval) measured += fmt::format(" [{:.2f}, {:.2f}]", r.interval->first, r.interval->second);
  session.output.line(kRow, c.id, c.paper, measured, to_string(r.verdict));
}

ExitCode reproduce(const Reproduce& command, Session& session) {
  std::vector<const Claim*> chosen;
  for (const std::string& id : command.ids) chosen.push_back(&claim(id));
  if (chosen.empty()) {
    for (const Claim& c : claims()) chosen.push_back(&c);
  }
  RunControl control = session.control();
  session.output.result["claims"] = Json::array();
  session.output.line(kRow, "claim", "paper", "measured", "verdict");
  for (const Claim* c : chosen) {
    ClaimResult result;
    if (command.flags.list) {
      result.measured = c->statement;
    } else if (control.stop_reason() != StopReason::none) {
      result.measured = "stopped before its turn";
    } else {
      result = c->measure({command.flags.profile, session.seed(), session.threads()}, control);
    }
    add_row(*c, result, session);
  }
  return session.finish(control.stop_reason());
}

}  // namespace

void add_reproduce(Command& root) {
  const auto command = std::make_shared<Reproduce>();
  Command added = root.add_command("reproduce", "measure the claims of the 2015 paper on this machine",
                                   {"bitbasin reproduce --list", "bitbasin reproduce capacity-sbpi"},
                                   [command](Session& session) { return reproduce(*command, session); });
  added.add_words("claims", command->ids, "claims to measure; all if none is named");
  added.add_options(reproduce_flag_table(), command->flags);
}

}  // namespace bitbasin
