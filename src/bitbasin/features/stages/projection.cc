// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/projection.h"

#include <bit>
#include <cassert>

#include "bitbasin/base/error.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

const OptionTable<ProjectionOptions>& projection_options() {
  using Weights = ProjectionOptions::Weights;
  static const OptionTable<ProjectionOptions> table{
      option("bits", &ProjectionOptions::bits, {1, 1000000}, "random directions, one bit for each"),
      option("weights", &ProjectionOptions::weights, {{"normal", Weights::normal}, {"sign", Weights::sign}},
             "normal: components of a direction are Gaussian; sign: they are +1 or -1"),
  };
  return table;
}

LinearBits random_projection(const ImageSet& train, const ProjectionOptions& options, std::uint64_t seed) {
  const std::size_t inputs = train.inputs();
  // 255 times 32 times this fits 31 bits.
  constexpr std::size_t kMostInputs = std::size_t{1} << 18;
  if (inputs > kMostInputs) {
    fail("expected images of at most {} pixels to project, got {}", kMostInputs, inputs);
  }
  assert(train.size() > 0);
  std::vector<std::int64_t> sums(inputs);
  for (std::size_t k = 0; k < train.pixels.size(); ++k) sums[k % inputs] += train.pixels[k];

  const auto outputs = static_cast<std::size_t>(options.bits);
  LinearBits units{inputs, outputs, std::vector<std::int16_t>(inputs * outputs),
                   std::vector<std::int32_t>(outputs)};
  const auto count = static_cast<std::int64_t>(train.size());
  for (std::size_t j = 0; j < outputs; ++j) {
    Stream stream(seed, purpose("features.projection"), j);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
      const int w = options.weights == ProjectionOptions::Weights::sign ? random_sign(stream)
                                                                        : std::popcount(stream.next()) - 32;
      units.weights[j * inputs + i] = static_cast<std::int16_t>(w);
      total += w * sums[i];
    }
    // The integer below the mean: sums above it are above the mean.
    const std::int64_t quotient = total / count;
    units.thresholds[j] = static_cast<std::int32_t>(quotient - (total % count < 0 ? 1 : 0));
  }
  assert(sums_fit(units));
  return units;
}

}  // namespace bitbasin
