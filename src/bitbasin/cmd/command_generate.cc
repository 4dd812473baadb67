// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/committee_cli.h"
#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/data/idx.h"
#include "bitbasin/data/npy_signs.h"
#include "bitbasin/data/pattern_text.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/task/perceptron_problem.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

// `generate X` of patterns, for perceptrons and committees.
template <class Cli>
struct GeneratePatterns {
  typename Cli::Problem::Random random;
  std::string out;
  std::string save_teacher;
};

// easy.npy and easy-labels.npy: an NPY file holds one array.
std::string labels_path(const std::string& path) {
  const std::size_t dot = path.rfind(".npy");
  return path.substr(0, dot) + "-labels" + path.substr(dot);
}

const PerceptronInstance& as_patterns(const PerceptronInstance& instance) {
  return instance;
}

template <class Cli>
ExitCode generate_patterns(const GeneratePatterns<Cli>& flags, Session& session) {
  if (!flags.save_teacher.empty() && flags.random.task != LabelSource::teacher) {
    fail("--save-teacher needs --task teacher, got the task classify");
  }
  const auto instance = generate(flags.random, session.seed(), session.threads());
  Json& result = session.output.result;
  Cli::Problem::describe(instance, result);
  const std::string task = instance.teacher ? "teacher" : "classify";
  result["task"] = task;

  RunControl control = session.control();
  OutputFiles files(control);
  if (!flags.save_teacher.empty()) {
    format_weights(files.open(flags.save_teacher), *instance.teacher, names_npy(flags.save_teacher));
  }
  const bool npy = names_npy(flags.out);
  if (npy) {
    format_weights(files.open(labels_path(flags.out)), instance.labels, true);
    format_npy_signs(files.open(flags.out), original_patterns(as_patterns(instance)));
  } else {
    format_pattern_text(files.open(flags.out), {original_patterns(as_patterns(instance)), instance.labels});
  }
  files.commit();

  result["file"] = flags.out;
  if (npy) result["labels_file"] = labels_path(flags.out);
  if (!flags.save_teacher.empty()) result["teacher_file"] = flags.save_teacher;
  session.output.note("wrote {} {} (alpha {:.4f}, {}, seed {}) to {}",
                      counted(instance.patterns(), "pattern"), Cli::of_synapses(instance), instance.alpha(),
                      task, session.seed(), flags.out);
  return session.finish(StopReason::none);
}

struct GenerateKsat {
  RandomFormula random;
  std::string out;
};

ExitCode generate_ksat(const GenerateKsat& flags, Session& session) {
  const Formula formula = generate(flags.random, session.seed(), session.threads());
  Json& result = session.output.result;
  KsatProblem::describe_size(formula, result);
  result["k"] = flags.random.k;

  RunControl control = session.control();
  OutputFiles files(control);
  format_dimacs(files.open(flags.out), formula);
  files.commit();

  result["file"] = flags.out;
  session.output.note("wrote {} of {} over {} (alpha {:.4f}, seed {}) to {}",
                      counted(formula.clauses(), "clause"),
                      counted(static_cast<std::uint64_t>(flags.random.k), "literal"),
                      counted(formula.variables, "variable"), formula.alpha(), session.seed(), flags.out);
  return session.finish(StopReason::none);
}

struct GenerateImages {
  GlyphOptions glyphs;
  std::string out;
};

ExitCode generate_images(const GenerateImages& flags, Session& session) {
  const DataSet set = random_glyphs(flags.glyphs, session.seed());
  std::error_code error;
  std::filesystem::create_directories(flags.out, error);
  if (error) fail("cannot create the folder {}: {}", flags.out, error.message());

  RunControl control = session.control();
  OutputFiles files(control);
  const auto write = [&](const ImageSet& images, const std::string& start) {
    const auto side = static_cast<std::size_t>(images.rows);
    const std::filesystem::path folder(flags.out);
    format_idx(files.open((folder / (start + "-images-idx3-ubyte")).string()),
               {{images.size(), side, side}, images.pixels});
    format_idx(files.open((folder / (start + "-labels-idx1-ubyte")).string()),
               {{images.size()}, {images.labels.begin(), images.labels.end()}});
  };
  write(set.train, "train");
  write(set.test, "t10k");
  files.commit();

  Json& result = session.output.result;
  result["train"] = set.train.size();
  result["test"] = set.test.size();
  result["classes"] = set.train.classes;
  result["rows"] = result["columns"] = set.train.rows;
  result["path"] = flags.out;
  session.output.note("wrote {} to train and {} to test, {} classes (seed {}), to {}",
                      counted(set.train.size(), "image"), set.test.size(), set.train.classes, session.seed(),
                      flags.out);
  return session.finish(StopReason::none);
}

template <class Cli>
void add_generate_patterns(Command& group, const char* meaning,
                           std::initializer_list<std::string_view> examples) {
  const auto flags = std::make_shared<GeneratePatterns<Cli>>();
  Command command =
      group.add_command(std::string(Cli::Problem::kName), meaning, examples,
                        [flags](Session& session) { return generate_patterns(*flags, session); });
  command.add_options(Cli::Problem::random_options(), flags->random);
  command.add_output_file(
      "--out", flags->out,
      "output file: text, or NPY for .npy with labels in NAME-labels.npy; .gz compresses it", true);
  command.add_output_file("--save-teacher", flags->save_teacher, "where to write the teacher's weights");
}

void add_generate_ksat(Command& group) {
  const auto ksat = std::make_shared<GenerateKsat>();
  Command command =
      group.add_command("ksat", "write a random K-SAT formula",
                        {"bitbasin generate ksat --n 1000 --k 3 --alpha 4.0 --out random.cnf",
                         "bitbasin generate ksat --n 200 --k 4 --clauses 1800 --out random.cnf.gz"},
                        [ksat](Session& session) { return generate_ksat(*ksat, session); });
  command.add_options(random_formula_options(), ksat->random);
  command.add_output_file("--out", ksat->out, "output file in DIMACS CNF; .gz compresses it", true);
}

void add_generate_images(Command& group) {
  const auto images = std::make_shared<GenerateImages>();
  Command command = group.add_command(
      "images", "write a data set of small images: letters of a random script in many handwritings",
      {"bitbasin generate images --out letters",
       "bitbasin generate images --classes 4 --train 100 --test 20 --size 8 --out few --json"},
      [images](Session& session) { return generate_images(*images, session); });
  command.add_options(glyph_options(), images->glyphs);
  command.add_file("--out", images->out, "folder for the four IDX files", true);
}

}  // namespace

void add_generate(Command& root) {
  Command group = root.add_group("generate", "write random instances and data sets to files");
  add_generate_patterns<PerceptronCli>(
      group, "write a random perceptron instance: patterns with labels",
      {"bitbasin generate perceptron --n 1001 --alpha 0.7 --out random.txt.gz",
       "bitbasin generate perceptron --n 501 --alpha 1.5 --task teacher --out taught.npy --save-teacher "
       "teacher.txt"});
  add_generate_patterns<CommitteeCli>(
      group, "write a random instance for a committee: patterns with labels",
      {"bitbasin generate committee --units 3 --n 101 --alpha 0.7 --tree --out random.txt"});
  add_generate_ksat(group);
  add_generate_images(group);
}

}  // namespace bitbasin
