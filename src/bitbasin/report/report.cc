// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/report.h"

#include <fmt/format.h>

#include <filesystem>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/version.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/report/charts.h"

namespace bitbasin {
namespace {

constexpr int kFormat = 1;
constexpr std::string_view kPlace = "\"BITBASIN_REPORT_DATA\"";
constexpr std::size_t kMostRuns = 20;  // shown in the list of origins

Json provenance_of(Store& store, const Results& results) {
  Json list = Json::array();
  const StoreCounts counts = store.counts();
  list.push_back(
      {{"name", "results"}, {"value", fmt::format("{} done, {} failed", counts.done, counts.failed)}});
  if (results.unreadable() > 0) {
    list.push_back(
        {{"name", "left out"}, {"value", fmt::format("{} that cannot be read", results.unreadable())}});
  }
  list.push_back({{"name", "page"}, {"value", fmt::format("bitbasin {}", version())}});
  Json runs = Json::array();
  store.each_run([&](std::int64_t number, const RunRecord& run) {
    if (!results.has_of_run(number)) return;  // it found everything done
    runs.push_back(
        {{"name", fmt::format("run {}", number)},
         {"value", fmt::format("{}, {}, seed {}, bitbasin {} {}, {}, {}, {} threads{}", run.started, run.file,
                               run.seed, run.version, run.commit, run.cpu, run.simd, run.threads,
                               run.ranks > 1 ? fmt::format(", {} ranks", run.ranks) : "")}});
  });
  const std::size_t first = runs.size() > kMostRuns ? runs.size() - kMostRuns : 0;
  if (first > 0) list.push_back({{"name", "earlier"}, {"value", counted(first, "run") + " not listed"}});
  for (std::size_t i = first; i < runs.size(); ++i) list.push_back(runs[i]);
  return list;
}

}  // namespace

Json report_data(Store& store, const Results& results,
                 const std::optional<JudgedReproduction>& reproduction) {
  Json judged = Json::array(), figures = Json::array(), pictures = Json::array();
  if (reproduction) {
    for (const JudgedClaim& c : reproduction->claims) judged.push_back(to_json(c, reproduction->setup));
  }
  for (const auto charts : {success_charts, option_charts, theory_charts, entropy_charts, teacher_charts,
                            online_charts, scaling_charts, network_charts}) {
    for (const Chart& chart : charts(results)) figures.push_back(to_json(chart));
  }
  for (const Picture& picture : network_pictures(results)) pictures.push_back(to_json(picture));
  return {{"format", kFormat},
          {"title", reproduction ? "Dense clusters of binary synapses: the paper, measured again"
                                 : "Results of " + std::filesystem::path(store.path()).filename().string()},
          {"provenance", provenance_of(store, results)},
          {"claims", std::move(judged)},
          {"figures", std::move(figures)},
          {"pictures", std::move(pictures)}};
}

std::string fill_page(std::string_view page, const Json& data) {
  const std::size_t place = page.find(kPlace);
  if (place == std::string_view::npos) fail("the report page has no place for its data");
  // Names in a store need not be UTF-8, and a < could begin the end of the script element.
  const std::string text = data.dump(-1, true);
  std::string filled(page.substr(0, place));
  filled.reserve(page.size() + text.size() + 1024);
  for (const char c : text) {
    if (c == '<') {
      filled += "\\u003c";
    } else {
      filled += c;
    }
  }
  filled += page.substr(place + kPlace.size());
  return filled;
}

void expect_page(std::string_view page) {
  if (page.empty()) {
    fail(
        "bitbasin was built without the report page, which needs npm: run 'make page', or install it again "
        "with npm in the path");
  }
}

void write_report(std::string_view page, Store& store, const Results& results,
                  const std::optional<JudgedReproduction>& reproduction, const std::string& path) {
  expect_page(page);
  const std::string filled = fill_page(page, report_data(store, results, reproduction));
  write_file(path, [&](const ByteSink& sink) { sink(filled); });
}

void write_report(std::string_view page, Store& store, const std::string& path) {
  const Results results(store);
  const auto asked = last_reproduction(store);
  write_report(page, store, results, asked ? std::optional(judge(*asked, results)) : std::nullopt, path);
}

}  // namespace bitbasin
