// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/complete/cadical.h"

#include <cadical.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/data/memory_limit.h"
#include "bitbasin/sat/checker.h"

namespace bitbasin {
namespace {

// A file of C, which CaDiCaL wants, that writes to a function. What the function throws is kept, because it
// must not pass through C.
class ProofPipe {
 public:
  explicit ProofPipe(std::function<void(std::string_view)> sink) : sink_(std::move(sink)) {
    const auto write = [](void* pipe, const char* bytes, std::size_t size) -> ssize_t {
      return static_cast<ProofPipe*>(pipe)->put({bytes, size}) ? static_cast<ssize_t>(size) : 0;
    };
    file_ = fopencookie(this, "w", {.read = nullptr, .write = write, .seek = nullptr, .close = nullptr});
    if (file_ == nullptr) fail("out of memory for the file of the proof");
  }
  ProofPipe(const ProofPipe&) = delete;
  ProofPipe& operator=(const ProofPipe&) = delete;
  ~ProofPipe() { std::fclose(file_); }

  std::FILE* file() const { return file_; }
  bool broken() const { return thrown_ != nullptr; }
  void finish() {
    std::fflush(file_);
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  bool put(std::string_view bytes) {
    if (thrown_) return false;
    try {
      sink_(bytes);
    } catch (...) {
      thrown_ = std::current_exception();
    }
    return !thrown_;
  }

  std::function<void(std::string_view)> sink_;
  std::FILE* file_ = nullptr;
  std::exception_ptr thrown_;
};

// Counts conflicts, and decides whether the search goes on. CaDiCaL, which must not see exceptions, asks
// after every step.
class Watch : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  Watch(RunControl& control, const ProofPipe* pipe, const OnConflicts& on_conflicts)
      : control_(control), pipe_(pipe), on_conflicts_(on_conflicts) {}

  bool terminate() override {
    if (thrown_ || (pipe_ && pipe_->broken())) return true;
    const std::uint64_t units = 1 + conflicts_ - std::exchange(paid_, conflicts_);
    try {
      control_.report({"solving", conflicts_});
      return !control_.spend(units) || (on_conflicts_ && on_conflicts_(conflicts_));
    } catch (...) {
      thrown_ = std::current_exception();
      return true;
    }
  }

  bool learning(int) override {  // once for each conflict
    ++conflicts_;
    return false;
  }
  void learn(int) override {}

  std::uint64_t conflicts() const { return conflicts_; }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  RunControl& control_;
  const ProofPipe* pipe_;
  const OnConflicts& on_conflicts_;
  std::uint64_t conflicts_ = 0;
  std::uint64_t paid_ = 0;  // conflicts that were spent
  std::exception_ptr thrown_;
};

constexpr int kSatisfied = 10;  // what CaDiCaL returns
constexpr int kRefuted = 20;

}  // namespace

bool has_cadical() {
  return true;
}

SolveResult solve(const Formula& formula, const CadicalOptions& options, const SolveSetup& setup,
                  RunControl& control, const OnConflicts& on_conflicts) {
  // Measured on large formulas before any clause is learned.
  expect_memory(250.0 * formula.variables + 40.0 * static_cast<double>(formula.literals.size()), "CaDiCaL");
  std::unique_ptr<ProofPipe> pipe;  // outlives the solver
  if (setup.on_proof) pipe = std::make_unique<ProofPipe>(setup.on_proof);
  CaDiCaL::Solver solver;
  Watch watch(control, pipe.get(), on_conflicts);
  constexpr std::uint64_t kSeeds = 2'000'000'001;  // of CaDiCaL
  solver.set("quiet", 1);
  solver.set("binary", 0);
  solver.set("terminateint", 0);  // ask after every step, so that work is counted evenly
  if (options.preset == CadicalOptions::Preset::sat) solver.configure("sat");
  if (options.preset == CadicalOptions::Preset::unsat) solver.configure("unsat");
  solver.set("seed",
             static_cast<int>((setup.seed % kSeeds + kSeeds - 1) % kSeeds));  // of seed 1: CaDiCaL's own
  if (pipe) solver.trace_proof(pipe->file(), "proof");
  solver.reserve(static_cast<int>(formula.variables));
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    for (const Literal literal : formula.clause(a)) solver.add(dimacs_literal(literal));
    solver.add(0);
  }
  if (options.conflicts) {
    solver.limit("conflicts", static_cast<int>(std::min<std::int64_t>(*options.conflicts, 2'000'000'000)));
  }
  solver.connect_terminator(&watch);
  solver.connect_learner(&watch);
  const int status = solver.solve();
  solver.disconnect_terminator();
  solver.disconnect_learner();
  watch.rethrow();
  if (pipe) {
    solver.close_proof_trace();
    pipe->finish();
  }

  SolveResult result{.configuration = BitVector(formula.variables), .iterations = watch.conflicts()};
  if (status == kSatisfied) {
    for (std::uint32_t i = 0; i < formula.variables; ++i) {
      result.configuration.set(i, solver.val(static_cast<int>(i + 1)) > 0);
    }
  }
  result.violations = count_violations(formula, result.configuration);
  result.refuted = status == kRefuted;
  return result;
}

}  // namespace bitbasin
