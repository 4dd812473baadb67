// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/cmd/trace_file.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/field_text.h"
#include "bitbasin/task/problem.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// The flags of `solve` for runs that pass messages: what they start from, and what is written of them.
class MessageFiles {
 public:
  void add_flags(Command& command) {
    command.add_output_file("--trace", trace_, "where to write every iteration, as CSV");
    command.add_file("--start", start_, "fields of messages to start from, as --save-messages writes them");
    command.add_output_file("--save-messages", saved_,
                            "where to write the fields of the messages at the end");
  }

  const std::string& trace() const { return trace_; }

  // Fails where the algorithm cannot do what the flags ask for.
  template <class Problem>
  void check(const std::string& algorithm) const {
    const Abilities can = find_algorithm<Problem>(algorithm).can;
    const auto expect = [&](bool able, const std::string& file, const char* flag, bool Abilities::*ability) {
      if (file.empty() || able) return;
      fail("expected one of the algorithms {} with {}, got {}", algorithms_that_can<Problem>(ability), flag,
           algorithm);
    };
    expect(can.trace, trace_, "--trace", &Abilities::trace);
    expect(can.resume, start_, "--start", &Abilities::resume);
    expect(can.resume, saved_, "--save-messages", &Abilities::resume);
  }

  // Adds to the setup of a run what the flags ask for. The control tells the time.
  void open(SolveSetup& setup, const RunControl& control) {
    if (!start_.empty()) setup.fields = read_field_text(start_);
    setup.wants_fields = !saved_.empty();
    if (trace_.empty()) return;
    file_.emplace(trace_);
    setup.on_iteration = [this, &control](const TracePoint& point) { file_->add(point, control.seconds()); };
  }

  // Writes what there is, also after an interrupt.
  void commit(const SolveResult& found) {
    if (file_) file_->commit();
    if (saved_.empty()) return;
    write_file(saved_, [&](const ByteSink& sink) { format_field_text(sink, found.fields); });
  }

 private:
  std::string trace_, start_, saved_;
  std::optional<TraceFile> file_;
};

}  // namespace bitbasin
