// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/prediction_work.h"

namespace bitbasin {
namespace {

// Times of an elementary step, from the measured ones of whole images.
constexpr double kPatchProduct = 17000.0 / (22 * 22 * 32 * 49);  // patches:32 of 28 x 28 pixels
constexpr double kBitPatchStep = 1250.0 / (16 * 32 * 25);        // bitpatches:32
constexpr double kLinearProduct = 4200.0 / (784 * 501);          // rbm:501
constexpr double kComparison = 0.5;                              // of a pixel with a level
constexpr double kDeskewedPixel = 2600.0 / 784;
constexpr double kSynapse = 300.0 / (330 * 501);  // 11 x 30 perceptrons of 501 inputs

class StageWork {
 public:
  StageWork(int rows, int columns) : rows_(rows), columns_(columns) {}

  double operator()(const RbmOptions& o) const { return linear(o.hidden); }
  double operator()(const ProjectionOptions& o) const { return linear(o.bits); }
  double operator()(const PatchOptions& o) const {
    const auto size = static_cast<double>(o.size);
    return kPatchProduct * (rows_ - size + 1) * (columns_ - size + 1) * static_cast<double>(o.filters) *
           size * size;
  }
  double operator()(const BitPatchOptions& o) const {
    return kBitPatchStep * static_cast<double>(o.cells * o.cells * o.filters * o.size * o.size);
  }
  double operator()(const QuantileOptions& o) const {
    return kComparison * rows_ * columns_ * static_cast<double>(o.levels);
  }
  double operator()(const ThresholdOptions&) const { return kComparison * rows_ * columns_; }
  double operator()(const ProductOptions&) const { return 0; }  // 64 at a time

 private:
  double linear(std::int64_t units) const {
    return kLinearProduct * rows_ * columns_ * static_cast<double>(units);
  }

  double rows_;
  double columns_;
};

}  // namespace

double prediction_work(const FeatureSpec& features, int rows, int columns, const CommitteeShape& shape) {
  double work = kSynapse * static_cast<double>(shape.synapses() * shape.depth);
  if (features.deskew) work += kDeskewedPixel * rows * columns;
  const PatchOptions* before = nullptr;  // the stage before, if it is of patches
  for (const FeatureSpec::BitStage& stage : features.bits) {
    const auto* patches = std::get_if<PatchOptions>(&stage);
    const bool again = patches != nullptr && before != nullptr && same_responses(*patches, *before);
    if (!again) work += std::visit(StageWork(rows, columns), stage);
    before = patches;
  }
  return work;
}

}  // namespace bitbasin
