// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/online_command.h"

#include <optional>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/cmd/problem_source.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/ranks/launcher.h"

namespace bitbasin {
namespace {

// The learning curve as CSV (doc/reference/formats.md).
class CurveFile {
 public:
  CurveFile(const std::string& path, std::int64_t n) : n_(static_cast<double>(n)), file_(path) {
    file_.write("patterns,alpha,learnt,teacher_overlap,generalization_error,seconds\n");
  }

  void add(const StreamPoint& point, double seconds) {
    file_.write(fmt::format("{},{},{},{},{},{:.6f}\n", point.patterns,
                            static_cast<double>(point.patterns) / n_, point.learnt, point.overlap,
                            generalization_error(point.overlap), seconds));
  }
  void commit() { file_.commit(); }

 private:
  double n_;
  AtomicFile file_;
};

}  // namespace

ExitCode run_online(const OnlineRequest& request, Session& session) {
  if (launched_as_rank()) fail("expected one process for online learning, got several");
  read_stream_learner(request.stream.algorithm);  // fails before any work is done
  most_patterns(request.stream);
  RunControl control = session.control(request.budget);
  std::optional<CurveFile> curve;
  OnStreamPoint on_point;
  if (!request.trace.empty()) {
    curve.emplace(request.trace, request.stream.n);
    on_point = [&](const StreamPoint& point) { curve->add(point, control.seconds()); };
  }
  LearnedStream learned = learn_keys(request.stream, session.seed(), control, on_point);
  const double seconds = control.seconds();
  if (curve) curve->commit();
  if (!request.save.empty()) {
    write_file(request.save, [&](const ByteSink& sink) {
      format_weights(sink, learned.result.weights, names_npy(request.save));
    });
  }
  Json& keys = session.output.result;
  keys = std::move(learned.keys);
  keys["seconds"] = seconds;
  keys["threads"] = 1;
  if (!request.save.empty()) keys["file"] = request.save;
  const StreamPoint& last = learned.result.last();
  session.output.line("teacher {}: {} of {} ({:.2f} per synapse), {} learned, {:.2f} s",
                      learned.result.found() ? "found" : "not found", counted(last.patterns, "pattern"),
                      counted(static_cast<std::uint64_t>(request.stream.n), "synapse"),
                      keys["alpha"].get<double>(), last.learnt, seconds);
  PerceptronCli::tell_generalization(session);
  return finish_search(control.stop_reason(), learned.result.found(), session);
}

}  // namespace bitbasin
