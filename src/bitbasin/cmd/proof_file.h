// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/task/problem.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// The file of `solve` for a proof that there is no solution. It only appears if there is none.
class ProofFile {
 public:
  void add_flags(Command& command) {
    command.add_output_file(
        "--proof", path_, "where to write a proof in DRAT if the formula is unsatisfiable, gzip by its name");
  }

  // Fails where the algorithm cannot prove anything.
  template <class Problem>
  void check(const std::string& algorithm) const {
    if (path_.empty() || find_algorithm<Problem>(algorithm).can.prove) return;
    fail("expected one of the algorithms {} with --proof, got {}",
         algorithms_that_can<Problem>(&Abilities::prove), algorithm);
  }

  void open(SolveSetup& setup, const RunControl&) {
    if (path_.empty()) return;
    file_.emplace(path_);
    setup.on_proof = [this](std::string_view bytes) { file_->write(bytes); };
  }

  void commit(const SolveResult& found) {
    if (file_ && found.refuted) file_->commit();
  }

 private:
  std::string path_;
  std::optional<AtomicFile> file_;
};

}  // namespace bitbasin
