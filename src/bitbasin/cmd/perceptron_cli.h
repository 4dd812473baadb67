// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/cmd/message_files.h"
#include "bitbasin/cmd/starting_point.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/task/perceptron_problem.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// What the commands read and print about perceptrons (problem_source.h).
struct PerceptronCli {
  using Problem = PerceptronProblem;

  static constexpr const char* kFileFlag = "--input";
  static constexpr const char* kRandom = "a random instance by --n and --alpha";
  struct Files {
    std::string input;
    std::string labels;

    void add(Command& command);
    bool given() const;
    PerceptronInstance read(const RandomPerceptron& random) const;
  };
  // A file holds patterns; flags give the constraint.
  static bool needs_random(std::string_view flag) { return flag != "constraint" && flag != "kappa"; }

  static constexpr const char* kSaveHelp = "where to write the weights, text or NPY by its name";
  using RunFiles = MessageFiles;
  struct AnswerFlags {
    void add(Command&) {}
    void check() const {}
  };
  static void save(const ByteSink& sink, const std::string& path, const VerifiedResult& result);
  static void answer(const PerceptronInstance& instance, const VerifiedResult& result, const AnswerFlags&,
                     Session& session);
  static ExitCode exit_code(ExitCode code, const VerifiedResult&, const AnswerFlags&) { return code; }

  static constexpr const char* kStartFileHelp = "weights to start from, text or NPY";
  static constexpr const char* kPlantedHelp = "start from the teacher that made the labels";
  static constexpr const char* kNoPlanted =
      "--teacher needs --task teacher, but these labels have no teacher";
  static BitVector read_configuration(const std::string& path, const PerceptronInstance& instance);
  static void describe_start(const StartingPoint& start, Json& keys);

  static constexpr const char* kEntropyHelp =
      "local entropy around given weights, or around those that a solver finds";
  static constexpr const char* kDistancesHelp =
      "distances d from the weights: values separated by commas, or FIRST:LAST:COUNT";
  static constexpr const char* kFocusingHelp =
      "measure y replicas around a reference of their own instead: points GAMMA:Y/GAMMA:Y/...";
  static void tell_start(const PerceptronInstance& instance, const StartingPoint& start, Session& session);

  // Whether a point of a walk has an error on unseen patterns.
  static bool walk_has_error(const PerceptronInstance& instance) { return instance.teacher.has_value(); }

  // "of 1001 synapses", and the constraint if it is not the plain one.
  static std::string of_synapses(const PerceptronInstance& instance);
  // Prints the overlap with the teacher and the generalisation error, if the result has them.
  static void tell_generalization(Session& session);
};

}  // namespace bitbasin
