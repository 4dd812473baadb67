// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/saddle.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/theory/start.h"

namespace bitbasin::saddle_perf {
namespace {

// One evaluation with all derivatives against the minimum that the nodes of its inner integral need: ln H and
// its derivatives for two fields, and one exponential.
BenchCase evaluation(LabelSource task, double alpha) {
  RunControl control;
  const auto x = std::make_shared<SaddleState>(cold_start(task, alpha, {}, control).x);
  const std::size_t nodes = evaluate_saddle(*x, task, {}).nodes;
  const auto fields = std::make_shared<std::vector<double>>(nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    (*fields)[i] = static_cast<double>(i * 7919 % nodes) / static_cast<double>(nodes) * 8 - 4;
  }
  return {"evaluations/s",
          1,
          0.25,  // 0.3 measured: placing graded nodes and 46 sums cost twice as much again
          [x, task] { keep(evaluate_saddle(*x, task, {})); },
          {{"ln H twice and exp for every node", [fields] {
              double sum = 0;
              for (const double c : *fields) {
                const LogH w = log_h_terms(c);
                const LogH t = log_h_terms(-c);
                sum += portable_exp(w.log_h + t.log_h) * (w.g + t.g);
              }
              keep(sum);
            }}}};
}

const RegisterBenchmark kClassify("theory.saddle.classify",
                                  [](const BenchOptions&) { return evaluation(LabelSource::classify, 0.6); });
const RegisterBenchmark kTeacher("theory.saddle.teacher",
                                 [](const BenchOptions&) { return evaluation(LabelSource::teacher, 0.6); });

}  // namespace
}  // namespace bitbasin::saddle_perf
