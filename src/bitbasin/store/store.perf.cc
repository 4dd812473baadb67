// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/store/store_export.h"

namespace bitbasin::store_perf {
namespace {

constexpr std::size_t kRows = 10'000;

struct Setup {
  std::string folder = (std::filesystem::temp_directory_path() / "bitbasin-bench-XXXXXX").string();
  std::unique_ptr<Store> store;
  std::int64_t run = 0;
  std::vector<ResultRow> rows;
  std::size_t serial = 0;
  std::string bytes;  // of all rows

  Setup() {
    if (mkdtemp(folder.data()) == nullptr) return;
    store = std::make_unique<Store>(Store::open(folder + "/runs.db"));
    run = store->add_run({});
    const std::string parameters =
        R"({"n":501,"alpha":0.7,"patterns":"auto","task":"classify","algorithm":"rbp:rate=auto,margin=auto,)"
        R"(margin_end=0.5,start=0,damping=0,restarts=15","budget":1000000,"seed":1})";
    const std::string result =
        R"({"algorithm":"rbp","spec":"rbp:rate=auto,margin=auto,margin_end=0.5,start=0,damping=0,)"
        R"(restarts=15","n":501,"alpha":0.7005,"patterns":351,"solved":true,"errors":0,"verified":true,)"
        R"("iterations":651,"restarts":0,"flips":0,"messages":0,"work":65751})";
    for (std::size_t i = 0; i < kRows; ++i) {
      rows.push_back({"", "solve perceptron rbp n=501 alpha=0.7 budget=1000000", "solve perceptron", "rbp",
                      501, 0.7, static_cast<std::int64_t>(i), false, i % 3 == 0, 65751, 0.01, "", parameters,
                      result});
    }
    for (const ResultRow& row : rows)
      bytes += row.cell + row.kind + row.parameters + row.result + std::string(100, 'x');
  }
  ~Setup() {
    store.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  // Identities as random as hashes are, and new each time.
  void add() {
    for (ResultRow& row : rows) {
      const std::uint64_t mixed = ++serial * 0x9e3779b97f4a7c15;
      row.identity = fmt::format("{:016x}{:048x}", mixed, serial);
    }
    store->add(rows, run);
  }
  void write_plain() {
    const int file = open((folder + "/plain").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    keep(write(file, bytes.data(), bytes.size()));
    fsync(file);
    close(file);
  }
};

const RegisterBenchmark kAdd("store.add", [](const BenchOptions&) {
  const auto s = std::make_shared<Setup>();
  return BenchCase{"results/s",
                   static_cast<double>(kRows),
                   0.02,
                   [s] { s->add(); },
                   {{"the same bytes written to a plain file and flushed", [s] { s->write_plain(); }}}};
});

const RegisterBenchmark kExport("store.export-csv", [](const BenchOptions&) {
  const auto s = std::make_shared<Setup>();
  s->add();
  return BenchCase{
      "results/s",
      static_cast<double>(kRows),
      0.05,
      [s] {
        std::size_t size = 0;
        RunControl control;
        export_csv(
            *s->store, [&](std::string_view text) { size += text.size(); }, control);
        keep(size);
      },
      {{"reading all rows and nothing else", [s] {
          std::size_t size = 0;
          s->store->each_result([&](const ResultRow& row, std::int64_t) { size += row.result.size(); });
          keep(size);
        }}}};
});

}  // namespace
}  // namespace bitbasin::store_perf
