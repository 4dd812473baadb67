// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/report.h"

#include <optional>

#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/json_values.h"
#include "bitbasin/python/python_run.h"
#include "bitbasin/report/page_template.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

void call_report(const std::string& store, const std::string& out) {
  PythonRun run(0, {}, py::none());
  run([&](RunControl&) {
    expect_page(page_template());
    expect_writable(out);
    Store file = Store::read(store);
    write_report(page_template(), file, out);
    return 0;
  });
}

py::list list_claims() {
  Json all = Json::array();
  for (const Claim& c : claims()) {
    all.push_back(
        {{"id", c.id}, {"statement", c.statement}, {"paper", c.paper}, {"beyond_paper", c.beyond_paper}});
  }
  return to_python(all);
}

Profile profile_of(const std::string& name) {
  for (const Profile profile : {Profile::quick, Profile::full}) {
    if (name == to_string(profile)) return profile;
  }
  fail("expected the profile quick or full, got '{}'", name);
}

py::dict call_reproduce(const std::vector<std::string>& ids, const std::string& profile, std::uint64_t seed,
                        const std::string& store, const std::optional<std::string>& out,
                        std::optional<int> threads, std::optional<double> time_limit,
                        const py::object& progress) {
  const Reproduction asked = reproduction_of({profile_of(profile), seed}, ids);
  const int count = thread_count(threads);
  if (out) {
    expect_page(page_template());
    expect_writable(*out);
  }
  PythonRun run(0, time_limit, progress);
  return to_python(run([&](RunControl& control) {
    Store file = Store::open(store);
    const SweepEnd end = run_reproduction(plan_of(asked), file, count, nullptr, control);
    const Results results(file);
    const JudgedReproduction judged = judge(asked, results);
    if (out) write_report(page_template(), file, results, judged, *out);
    Json keys = {{"runs", end.tasks},
                 {"known_before", end.known_before},
                 {"remaining", end.remaining},
                 {"stop_reason", to_string(control.stop_reason())},
                 {"claims", Json::array()}};
    for (const JudgedClaim& c : judged.claims) keys["claims"].push_back(to_json(c, judged.setup));
    return keys;
  }));
}

}  // namespace

void bind_report(py::module_& m) {
  m.def("write_report", &call_report, py::arg("store"), py::arg("out"), "Writes the page of a store.");
  m.def("claims", &list_claims, "The claims of the paper, as `reproduce --list` has them.");
  m.def("reproduce", &call_reproduce, py::arg("ids"), py::arg("profile"), py::arg("seed"), py::arg("store"),
        py::arg("out"), py::arg("threads"), py::arg("time_limit"), py::arg("progress"),
        "Measures claims into a store, and writes the page where there is a name for it.");
}

}  // namespace bitbasin
