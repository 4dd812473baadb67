// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/views_flag.h"
#include "bitbasin/network/c_export.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

struct ExportFlags {
  std::vector<std::string> models;
  std::string output;
  std::string views;
  bool c = false;
  bool model_file = false;
};

// One model in which the networks of all files vote.
Model read_voters(const ExportFlags& flags) {
  Model model = read_model_in_views(flags.models[0], flags.views);
  for (std::size_t i = 1; i < flags.models.size(); ++i) {
    Model other = read_model_in_views(flags.models[i], flags.views);
    const std::string sentence = why_not_together(model, other);
    if (!sentence.empty()) fail("{}: {}", flags.models[i], sentence);
    add_voters(model, std::move(other));
  }
  return model;
}

ExitCode run(const ExportFlags& flags, Session& session) {
  if (flags.models.empty()) fail("expected a model file, got none");
  if (flags.c == flags.model_file) fail("name what to export to: --c or --model");
  const Model model = read_voters(flags);
  RunControl control = session.control();
  OutputFiles files(control);
  std::size_t bytes = 0;
  const ByteSink file = files.open(flags.output);
  const ByteSink counted_file = [&](std::string_view text) {
    bytes += text.size();
    file(text);
  };
  if (flags.c) {
    format_c(counted_file, model);
  } else {
    format_model(counted_file, model);
  }
  files.commit();
  const std::size_t voters = model.others.size() + 1;
  session.output.result["file"] = flags.output;
  session.output.result["bytes"] = bytes;
  session.output.result["voters"] = voters;
  if (flags.c) {
    session.output.note("wrote {} bytes of C to {}: int bitbasin_predict(const unsigned char *image)", bytes,
                        flags.output);
  } else {
    session.output.note("wrote a model of {} and {} bytes to {}, views: {}", counted(voters, "voter"), bytes,
                        flags.output, to_string(model.views));
  }
  return session.finish(StopReason::none);
}

}  // namespace

void add_export(Command& root) {
  const auto flags = std::make_shared<ExportFlags>();
  Command command = root.add_command(
      "export",
      "write a model, or several that vote, as C99 without dependencies that gives the same labels, or as a "
      "model file",
      {"bitbasin generate images --out letters",
       "bitbasin train --dataset letters --features threshold --epochs 10 --save letters.model",
       "bitbasin export letters.model --c --output letters.c", "cc -O2 -DBITBASIN_MAIN -o read letters.c",
       "tail -c +17 letters/t10k-images-idx3-ubyte | ./read > answers.txt",
       "bitbasin export letters.model --model --views shifts --output steady.model",
       "bitbasin train --dataset letters --features quantiles:1 --epochs 10 --seed 2 --save second.model",
       "bitbasin export letters.model second.model --model --output both.model"},
      [flags](Session& session) { return run(*flags, session); });
  command.add_words("model", flags->models, "a model file, or several whose networks vote");
  command.add_switch("--c", flags->c, "C99, integers only");
  command.add_switch("--model", flags->model_file, "a model file: of several models, or with other views");
  add_views_flag(command, flags->views);
  command.add_output_file("--output", flags->output, "where to write it", true);
}

}  // namespace bitbasin
