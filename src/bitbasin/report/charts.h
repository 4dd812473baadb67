// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bitbasin/report/chart.h"
#include "bitbasin/report/origins.h"
#include "bitbasin/reproduce/results.h"

namespace bitbasin {

// The charts of a store, one file for each function. They know kinds of tasks but no claims, so any sweep has
// charts.
std::vector<Chart> success_charts(const Results& results);  // solved against alpha
std::vector<Chart> option_charts(const Results& results);   // solved against an option of the algorithm
std::vector<Chart> theory_charts(const Results& results);   // S_I, order parameters, y*, stability against d
std::vector<Chart> entropy_charts(const Results& results);  // local entropies, and those of all solutions
std::vector<Chart> teacher_charts(const Results& results);  // generalisation error against alpha
std::vector<Chart> online_charts(const Results& results);   // learning curves of streams, damaged weights
std::vector<Chart> scaling_charts(const Results& results);  // effort and success against N
std::vector<Chart> network_charts(const Results& results);  // learning curves, errors, walks
std::vector<Picture> network_pictures(const Results& results);

// The series of theory points over the distance, by alpha: of the densest places (y*), of typical solutions
// (y = 0), and for any other y in the store.
std::vector<ChartSeries> theory_lines(const Results& results, std::string_view task, std::string_view key,
                                      Origins& origins);

}  // namespace bitbasin
