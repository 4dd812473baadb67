// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "bitbasin/device/gpu.h"
#include "bitbasin/device/gpu_patterns.h"

namespace bitbasin {
namespace {

struct DevicesFlags {
  std::int64_t n = 300001;
  double alpha = 0.74;
  int repetitions = 7;
  bool portable = false;
  bool quick = false;
};

const OptionTable<DevicesFlags>& devices_flag_table() {
  static const OptionTable<DevicesFlags> table{
      option("n", &DevicesFlags::n, {1, 1048575}, "synapses of the patterns that are multiplied", "N"),
      option("alpha", &DevicesFlags::alpha, {1e-3, 1.0}, "patterns per synapse", "alpha = P / N"),
      option("repetitions", &DevicesFlags::repetitions, {1, 1000}, "runs whose median is reported"),
      option("portable", &DevicesFlags::portable, "multiply as GPUs other than Hopper do"),
      option("quick", &DevicesFlags::quick, "list what is there, and measure nothing"),
  };
  return table;
}

double gib(std::uint64_t bytes) {
  return static_cast<double>(bytes) / 0x1p30;
}

Json measure_rates(const Gpu& gpu, const DevicesFlags& flags, Output& output) {
  const auto patterns = std::max(1.0, std::round(flags.alpha * static_cast<double>(flags.n)));
  BitbasinPatternSource source{};
  source.gpu = gpu.index;
  source.form = flags.portable ? kBitbasinCudaPortable : kBitbasinCudaBest;
  source.n = static_cast<std::size_t>(flags.n);
  source.patterns = static_cast<std::size_t>(patterns);
  source.seed = 1;
  const std::vector<std::uint64_t> labels(source.patterns / 64 + 1, ~std::uint64_t{0});
  source.labels = labels.data();
  const BitbasinRates rates = GpuPatterns(source).measure(flags.repetitions);

  output.line("   {} patterns of {} synapses, {:.3f} GB of bits:", source.patterns, source.n,
              static_cast<double>(rates.bytes) / 1e9);
  output.line("   {:<22} {:>9} {:>8} {:>12}", "", "ms", "GB/s", "of the read");
  Json keys{{"n", source.n}, {"patterns", source.patterns}, {"bytes", rates.bytes}};
  const auto row = [&](const char* what, const char* key, double ms) {
    output.line("   {:<22} {:>9.3f} {:>8.0f} {:>12.3f}", what, ms,
                static_cast<double>(rates.bytes) / ms / 1e6, ms / rates.read_ms);
    keys[key] = ms;
  };
  row("bare read", "read_ms", rates.read_ms);
  row("forward", "forward_ms", rates.forward_ms);
  row("forward, with errors", "forward_errors_ms", rates.forward_signs_ms);
  row("backward", "backward_ms", rates.backward_ms);
  return keys;
}

ExitCode list_devices(const DevicesFlags& flags, Session& session) {
  Output& output = session.output;
  const GpuList list = list_gpus();
  Json& gpus = output.result["gpus"] = Json::array();
  if (list.gpus.empty()) {
    output.line("no GPU: {}", list.why);
    output.result["why"] = list.why;
  }
  for (const Gpu& gpu : list.gpus) {
    const char* can = gpu.is_hopper      ? "one-bit tensor cores by wgmma"
                      : gpu.can_multiply ? "one-bit tensor cores by mma.sync"
                                         : "no one-bit tensor cores: cannot be used";
    output.line("{}: {}, {:.1f} GiB, {:.1f} GiB free, {} multiprocessors, compute capability {}.{}, {}",
                gpu.index, gpu.name, gib(gpu.memory), gib(gpu.free_memory), gpu.multiprocessors,
                gpu.capability / 10, gpu.capability % 10, can);
    Json keys{{"index", gpu.index},
              {"name", gpu.name},
              {"memory", gpu.memory},
              {"free_memory", gpu.free_memory},
              {"multiprocessors", gpu.multiprocessors},
              {"capability", static_cast<double>(gpu.capability) / 10},
              {"usable", gpu.can_multiply},
              {"hopper", gpu.is_hopper}};
    if (gpu.can_multiply && !flags.quick) keys["rates"] = measure_rates(gpu, flags, output);
    gpus.push_back(std::move(keys));
  }
  return session.finish(StopReason::none);
}

}  // namespace

void add_devices(Command& root) {
  const auto flags = std::make_shared<DevicesFlags>();
  Command devices = root.add_command(
      "devices",
      "list the GPUs of this machine, and measure what they multiply against a bare read of memory",
      {"bitbasin devices --quick"}, [flags](Session& session) { return list_devices(*flags, session); });
  devices.add_options(devices_flag_table(), *flags);
}

}  // namespace bitbasin
