// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_file.h"

#define TOML_HEADER_ONLY 1
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "bitbasin/base/error.h"
#include "bitbasin/base/value_list.h"
#include "bitbasin/data/byte_reader.h"

namespace bitbasin {
namespace {

constexpr std::size_t kMostCells = 1'000'000;
constexpr std::int64_t kMostInstances = 1'000'000'000;

struct Place {
  const std::string& file;
  toml::source_position at;

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> sentence, Args&&... args) const {
    throw Error(fmt::format("{}:{}:{}: {}", file, at.line, at.column,
                            fmt::format(sentence, std::forward<Args>(args)...)));
  }
};

std::string quoted_node(const toml::node& node) {
  std::ostringstream out;
  node.visit([&out](const auto& value) { out << value; });
  return quote(out.str());
}

// A plain value as text.
std::string plain_text(const std::string& file, const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  Place{file, node.source().begin}.fail("expected a number, a text or a list of them, got {}",
                                        quoted_node(node));
}

class Reader {
 public:
  Reader(std::string name, std::string text) {
    plan_.file = std::move(name);
    plan_.text = std::move(text);
  }

  SweepPlan read() {
    const toml::table file = parse();
    const std::vector<std::string_view> known = {"seed",          "instances",     "interval",
                                                 "min_instances", "max_instances", "sweep"};
    for (const auto& [key, value] : file) expect_known(key, known, "the top of a sweep file");
    const toml::array* blocks = file["sweep"].as_array();
    if (blocks == nullptr || blocks->empty()) {
      Place{plan_.file, {1, 1}}.fail("expected at least one [[sweep]], got none");
    }
    plan_.seed = whole(file, file, "seed", 0, std::numeric_limits<std::int64_t>::max(), 1);
    for (const toml::node& block : *blocks) {
      const toml::table* table = block.as_table();
      if (table == nullptr) {
        Place{plan_.file, block.source().begin}.fail("expected [[sweep]], got {}", quoted_node(block));
      }
      add_block(file, *table);
    }
    expect_each_cell_once();
    return std::move(plan_);
  }

 private:
  toml::table parse() const {
    try {
      return toml::parse(plan_.text);
    } catch (const toml::parse_error& error) {
      std::string sentence(error.description());
      std::ranges::replace(sentence, '\n', ' ');
      Place{plan_.file, error.source().begin}.fail("invalid TOML: {}", sentence);
    }
  }

  void expect_known(const toml::key& key, const std::vector<std::string_view>& known,
                    std::string_view where) const {
    if (std::ranges::find(known, key.str()) != known.end()) return;
    const std::string_view near = nearest(key.str(), known);
    Place{plan_.file, key.source().begin}.fail("expected a key of {} ({}), got {}{}", where,
                                               fmt::join(known, ", "), quote(key.str()),
                                               near.empty() ? "" : fmt::format("; did you mean {}?", near));
  }

  // A whole number from the block, or from the top, or the default.
  std::uint64_t whole(const toml::table& top, const toml::table& block, std::string_view key,
                      std::int64_t min, std::int64_t max, std::int64_t otherwise) const {
    const toml::node* node = block.contains(key) ? block.get(key) : top.get(key);
    if (node == nullptr) return static_cast<std::uint64_t>(otherwise);
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < min || value->get() > max) {
      Place{plan_.file, node->source().begin}.fail(
          "{}: expected a {}, got {}", key, in_words(Range<std::int64_t>{min, max}), quoted_node(*node));
    }
    return static_cast<std::uint64_t>(value->get());
  }

  StopRule stop_rule(const toml::table& top, const toml::table& block, const TaskKind& kind) const {
    const auto node_of = [&](std::string_view key) {
      return block.contains(key) ? block.get(key) : top.get(key);
    };
    // A block overrides the top.
    const bool own_interval = block.contains("interval"), own_count = block.contains("instances");
    const toml::node* interval = own_count && !own_interval ? nullptr : node_of("interval");
    const toml::node* count = own_interval && !own_count ? nullptr : node_of("instances");
    if (!kind.has_seed()) {
      for (const char* key : {"instances", "interval", "min_instances", "max_instances"}) {
        if (!block.contains(key)) continue;
        Place{plan_.file, block.get(key)->source().begin}.fail(
            "expected no {} of {}, which has no seed, got one", key, kind.name);
      }
      return {};
    }
    if (interval != nullptr && count != nullptr) {
      Place{plan_.file, interval->source().begin}.fail("expected either instances or interval, got both");
    }
    if (interval == nullptr) {
      const std::uint64_t instances = whole(top, block, "instances", 1, kMostInstances, 1);
      return {instances, instances, {}};
    }
    const auto width = interval->value<double>();
    if (!width || !(*width > 0 && *width < 1)) {
      Place{plan_.file, interval->source().begin}.fail(
          "interval, the width of a 95 percent interval: expected a number above 0 and below 1, got {}",
          quoted_node(*interval));
    }
    StopRule rule;
    rule.interval = *width;
    rule.first = whole(top, block, "min_instances", 1, kMostInstances, 20);
    rule.most = whole(top, block, "max_instances", 1, kMostInstances, 1000);
    if (rule.most < rule.first) {
      Place{plan_.file, interval->source().begin}.fail(
          "expected max_instances of at least min_instances, got {} and {}", rule.most, rule.first);
    }
    return rule;
  }

  // The values of one parameter, each as text.
  std::vector<std::string> axis(const OptionRow& parameter, const toml::node& node) const {
    std::vector<std::string> values;
    const auto add = [&](const toml::node& one) {
      const std::string text = plain_text(plan_.file, one);
      const bool numeric = parameter.range.find("number") != std::string::npos;
      if (!numeric || !one.is_string() || text.find_first_of(":,") == std::string::npos) {
        values.push_back(text);
        return;
      }
      try {
        // Twelve digits: 0.64 of a range is the same task as 0.64 of a list.
        for (const double x : parse_value_list(parameter.name, text)) {
          values.push_back(fmt::format("{:.12g}", x));
        }
      } catch (const Error& error) {
        Place{plan_.file, one.source().begin}.fail("{}", error.what());
      }
    };
    if (const toml::array* list = node.as_array()) {
      if (list->empty()) {
        Place{plan_.file, node.source().begin}.fail("expected values of {}, got an empty list",
                                                    parameter.name);
      }
      for (const toml::node& one : *list) add(one);
    } else {
      add(node);
    }
    return values;
  }

  const TaskKind& kind_of(const toml::table& block) const {
    const toml::node* node = block.get("kind");
    if (node == nullptr) {
      Place{plan_.file, block.source().begin}.fail("expected kind = \"...\" in [[sweep]], got none");
    }
    try {
      return task_kind(node->value_or(std::string()));
    } catch (const Error& error) {
      Place{plan_.file, node->source().begin}.fail("{}", error.what());
    }
  }

  void add_block(const toml::table& top, const toml::table& block) {
    const TaskKind& kind = kind_of(block);
    std::vector<std::string_view> known = {"kind", "instances", "interval", "min_instances", "max_instances"};
    for (const OptionRow& parameter : kind.parameters) known.push_back(parameter.name);
    for (const auto& [key, value] : block) expect_known(key, known, fmt::format("'{}'", kind.name));
    const StopRule rule = stop_rule(top, block, kind);

    std::vector<Parameters> combinations(1);
    for (const OptionRow& parameter : kind.parameters) {
      const toml::node* node = block.get(parameter.name);
      std::vector<std::string> values;
      if (parameter.name == "seed") {
        values = {
            fmt::format("{}", whole(top, block, "seed", 0, std::numeric_limits<std::int64_t>::max(), 1))};
      } else if (node != nullptr) {
        values = axis(parameter, *node);
      } else {
        continue;
      }
      if (plan_.cells.size() + combinations.size() * values.size() > kMostCells) {
        Place{plan_.file, block.source().begin}.fail("expected at most {} cells, got more", kMostCells);
      }
      std::vector<Parameters> longer;
      for (const Parameters& so_far : combinations) {
        for (const std::string& value : values) {
          longer.push_back(so_far);
          longer.back().emplace_back(parameter.name, value);
        }
      }
      combinations = std::move(longer);
    }
    for (const Parameters& given : combinations) {
      Cell cell{make_task(kind, given), {}, rule};
      if (!cell.task.error.empty()) cell.rule = {};  // one failure is enough
      cell.label = label_of(cell.task);
      plan_.cells.push_back(std::move(cell));
      lines_.push_back(block.source().begin);
    }
  }

  void expect_each_cell_once() const {
    std::map<std::string, std::size_t> seen;
    for (std::size_t c = 0; c < plan_.cells.size(); ++c) {
      if (seen.emplace(identity(plan_.cells[c].task), c).second) continue;
      Place{plan_.file, lines_[c]}.fail("expected each cell only once, got one twice: {}",
                                        plan_.cells[c].label);
    }
  }

  SweepPlan plan_;
  std::vector<toml::source_position> lines_;  // of each cell
};

}  // namespace

SweepPlan parse_sweep(const std::string& name, const std::string& text) {
  return Reader(name, text).read();
}

SweepPlan read_sweep(const std::string& path) {
  ByteReader source(path);
  constexpr std::size_t kMostBytes = 16 << 20;
  std::string text(kMostBytes + 1, '\0');
  text.resize(source.read(text));
  if (text.size() > kMostBytes) source.fail_here("expected at most {} bytes, got more", kMostBytes);
  return parse_sweep(path, text);
}

}  // namespace bitbasin
