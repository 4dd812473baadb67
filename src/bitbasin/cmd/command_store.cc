// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/cmd/sweep_table.h"
#include "bitbasin/store/store_export.h"
#include "bitbasin/store/store_merge.h"
#include "bitbasin/store/store_query.h"
#include "bitbasin/store/store_schema.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

ExitCode status(const StoreFlags& flags, Session& session) {
  Store store = Store::read(flags.path, flags.options());
  const StoreCounts counts = store.counts();
  std::vector<CellRow> rows;
  Json cells = Json::array();
  for (const CellCounts& cell : store.cells()) {
    rows.push_back({cell.cell, 0, cell.done, cell.failed, cell.tried, cell.solved});
    Json keys = to_json(rows.back());
    keys.erase("waiting");
    keys["mean_seconds"] = cell.seconds;
    cells.push_back(std::move(keys));
  }
  std::error_code none;
  const auto log_bytes = std::filesystem::file_size(flags.path + "-wal", none);
  const auto bytes = std::filesystem::file_size(flags.path) + (none ? 0 : log_bytes);
  Json& result = session.output.result;
  result["store"] = flags.path;
  result["format"] = store_version();
  result["bytes"] = bytes;
  result["tasks"] = counts.tasks;
  result["done"] = counts.done;
  result["failed"] = counts.failed;
  result["runs"] = counts.runs;
  result["cells"] = std::move(cells);
  result["failures"] = store.failures(5);
  session.output.line("{}: {}, {} done, {} failed, by {}, {:.1f} MB", flags.path,
                      counted(counts.tasks, "task"), counts.done, counts.failed, counted(counts.runs, "run"),
                      static_cast<double>(bytes) / 1e6);
  for (const std::string& line : table_lines(rows, false)) session.output.line("{}", line);
  for (const std::string& line : store.failures(5)) session.output.line("failed: {}", line);
  return session.finish(StopReason::none);
}

struct Export {
  StoreFlags store;
  bool csv = false;
  bool jsonl = false;
  std::string save;
};

ExitCode export_store(const Export& flags, bool json, Session& session) {
  if (flags.csv == flags.jsonl) {
    fail("expected either --csv or --jsonl, got {}", flags.csv ? "both" : "neither");
  }
  if (json && flags.save.empty())
    fail("--json needs --save FILE for the rows, because standard output gets the JSON object");
  Store store = Store::read(flags.store.path, flags.store.options());
  RunControl control = session.control();
  const auto write = [&](const ByteSink& sink) {
    flags.csv ? export_csv(store, sink, control) : export_json_lines(store, sink, control);
    if (control.stop_reason() != StopReason::none) throw Stopped{control.stop_reason()};
  };
  if (flags.save.empty()) {
    write([&](std::string_view text) { session.output.text(text); });
  } else {
    RunControl writing;
    OutputFiles files(writing);
    write(files.open(flags.save));
    files.commit();
    session.output.result["file"] = flags.save;
    session.output.note("wrote {}", flags.save);
  }
  const StoreCounts counts = store.counts();
  session.output.result["tasks"] = counts.tasks;
  session.output.result["done"] = counts.done;
  session.output.result["failed"] = counts.failed;
  return session.finish(StopReason::none);
}

struct Merge {
  StoreFlags store;
  std::vector<std::string> sources;
};

ExitCode merge(const Merge& flags, Session& session) {
  if (flags.sources.empty()) fail("expected at least one store to merge, got none");
  for (const std::string& source : flags.sources) {
    std::error_code ignored;
    if (std::filesystem::equivalent(source, flags.store.path, ignored)) {
      fail("cannot merge {} into itself", source);
    }
  }
  std::vector<Store> sources;  // open all of them first, so that nothing is done if one cannot be read
  for (const std::string& path : flags.sources) sources.push_back(Store::read(path, flags.store.options()));
  Store into = Store::open(flags.store.path, flags.store.options());
  RunControl control = session.control();
  Json list = Json::array();
  std::uint64_t different = 0;
  for (Store& source : sources) {
    const MergeCounts counts = merge_store(source, into, control);
    different += counts.different;
    session.output.line("{}: {}, {} new{}", source.path(), counted(counts.rows, "task"), counts.added,
                        counts.different == 0
                            ? ""
                            : fmt::format("; {} differ from the results in {}, the first: {}",
                                          counts.different, into.path(), counts.first_different));
    list.push_back({{"file", source.path()},
                    {"tasks", counts.rows},
                    {"added", counts.added},
                    {"different", counts.different}});
  }
  const StoreCounts all = into.counts();
  session.output.line("{}: {}, {} done, {} failed", into.path(), counted(all.tasks, "task"), all.done,
                      all.failed);
  Json& result = session.output.result;
  result["store"] = flags.store.path;
  result["sources"] = std::move(list);
  result["tasks"] = all.tasks;
  result["done"] = all.done;
  result["failed"] = all.failed;
  result["different"] = different;
  const ExitCode code = session.finish(control.stop_reason());
  return code == kDone && different > 0 ? kNotSolved : code;
}

struct Query {
  StoreFlags store;
  std::vector<std::string> words;
};

Json to_json(const SqlValue& value) {
  struct Convert {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(std::int64_t i) const { return i; }
    Json operator()(double x) const { return x; }
    Json operator()(const std::string& s) const { return s; }
  };
  return std::visit(Convert{}, value);
}

std::string to_text(const SqlValue& value) {
  struct Convert {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
    std::string operator()(double x) const { return fmt::format("{}", x); }
    std::string operator()(const std::string& s) const { return csv_field(s); }
  };
  return std::visit(Convert{}, value);
}

ExitCode query(const Query& flags, Session& session) {
  if (flags.words.size() != 1)
    fail("expected one query in quotes, got {}", counted(flags.words.size(), "word"));
  Store store = Store::read(flags.store.path, flags.store.options());
  RunControl control = session.control();
  std::vector<std::string> names;
  Json rows = Json::array();
  query_store(
      store, flags.words[0],
      [&](std::span<const std::string> columns) {
        names.assign(columns.begin(), columns.end());
        std::string line;
        for (const std::string& name : names) line += (&name == &names[0] ? "" : ",") + csv_field(name);
        session.output.line("{}", line);
      },
      [&](std::span<const SqlValue> values) {
        std::string line;
        Json row = Json::object();
        for (std::size_t c = 0; c < values.size(); ++c) {
          line += (c == 0 ? "" : ",") + to_text(values[c]);
          row[names[c]] = to_json(values[c]);
        }
        session.output.line("{}", line);
        rows.push_back(std::move(row));
        return control.spend(1);
      });
  session.output.result["columns"] = names;
  session.output.result["rows"] = std::move(rows);
  return session.finish(control.stop_reason());
}

void add_status(Command& group) {
  const auto flags = std::make_shared<StoreFlags>();
  Command command =
      group.add_command("status", "show what is in a store: tasks, failures, success per cell with intervals",
                        {"bitbasin sweep --example > small.toml", "bitbasin sweep small.toml --store runs.db",
                         "bitbasin store status --store runs.db"},
                        [flags](Session& session) { return status(*flags, session); });
  add_store_flags(command, *flags, true);
}

void add_export_store(Command& group) {
  const auto flags = std::make_shared<Export>();
  const auto json_given = std::make_shared<std::function<bool()>>();
  Command command = group.add_command(
      "export", "write all results as CSV or JSON lines, to standard output or a file",
      {"bitbasin sweep --example > small.toml", "bitbasin sweep small.toml --store runs.db",
       "bitbasin store export --store runs.db --csv > runs.csv",
       "bitbasin store export --store runs.db --jsonl --save runs.jsonl.gz"},
      [flags, json_given](Session& session) { return export_store(*flags, (*json_given)(), session); });
  *json_given = [command] { return command.given("--json"); };
  add_store_flags(command, flags->store, true);
  command.add_switch("--csv", flags->csv, "one line of names, then one line per result");
  command.add_switch("--jsonl", flags->jsonl, "one JSON object per line");
  command.add_output_file("--save", flags->save,
                          "where to write them instead of standard output; .gz compresses the file");
}

void add_merge(Command& group) {
  const auto flags = std::make_shared<Merge>();
  Command command = group.add_command(
      "merge", "add the results of other stores to one; existing results are kept",
      {"bitbasin sweep --example > small.toml", "bitbasin sweep small.toml --store a.db",
       "bitbasin store merge a.db --store all.db", "bitbasin sweep small.toml --store all.db"},
      [flags](Session& session) { return merge(*flags, session); });
  command.add_words("STORE", flags->sources, "the stores to read");
  add_store_flags(command, flags->store, true);
}

void add_query(Command& group) {
  const auto flags = std::make_shared<Query>();
  Command command = group.add_command(
      "query", "query a store in SQL, read-only; tables: result and run",
      {"bitbasin sweep --example > small.toml", "bitbasin sweep small.toml --store runs.db",
       "bitbasin store query \"select algorithm, alpha, avg(solved) from result group by algorithm, alpha\" "
       "--store runs.db",
       "bitbasin store query \"select seed, result ->> 'iterations' as iterations from result\" --store "
       "runs.db --json"},
      [flags](Session& session) { return query(*flags, session); });
  command.add_words("SQL", flags->words, "one statement that only reads");
  add_store_flags(command, flags->store, true);
}

}  // namespace

void add_store(Command& root) {
  Command group = root.add_group("store", "inspect, export, merge and query stores of results");
  add_status(group);
  add_export_store(group);
  add_merge(group);
  add_query(group);
}

}  // namespace bitbasin
