// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bitbasin/cmd/proof_file.h"
#include "bitbasin/cmd/starting_point.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// What the commands read and print about formulas (problem_source.h).
struct KsatCli {
  using Problem = KsatProblem;

  static constexpr const char* kFileFlag = "--cnf";
  static constexpr const char* kRandom = "a random formula by --n, --k and --alpha";
  struct Files {
    std::string cnf;

    void add(Command& command);
    bool given() const { return !cnf.empty(); }
    Formula read(const RandomFormula&) const;
  };
  static bool needs_random(std::string_view) { return true; }

  static constexpr const char* kSaveHelp = "where to write the assignment, as 's' and 'v' lines";
  using RunFiles = ProofFile;
  // With --dimacs the answer has the format of the SAT competitions.
  struct AnswerFlags {
    bool dimacs = false;
    std::function<bool()> json_given;

    void add(Command& command);
    void check() const;
  };
  // A satisfying assignment is written as a solution; the best one of a failed search only as values.
  static void save(const ByteSink& sink, const std::string& path, const VerifiedResult& result);
  static void answer(const Formula& formula, const VerifiedResult& result, const AnswerFlags& flags,
                     Session& session);
  static ExitCode exit_code(ExitCode code, const VerifiedResult& result, const AnswerFlags& flags);

  static constexpr const char* kStartFileHelp =
      "assignment to measure around: 's' and 'v' lines, or MiniSat's result file";
  static BitVector read_configuration(const std::string& path, const Formula& formula);
  static void describe_start(const StartingPoint& start, Json& keys);

  static constexpr const char* kEntropyHelp =
      "local entropy around an assignment from a file or a solver, or the complexity of the whole formula";
  static constexpr const char* kDistancesHelp =
      "fractions of variables that differ: values separated by commas, or FIRST:LAST:COUNT";
  static void tell_start(const Formula& formula, const StartingPoint& start, Session& session);
};

}  // namespace bitbasin
