// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "bitbasin/base/run_control.h"
#include "bitbasin/network/training/epoch_point.h"
#include "bitbasin/network/training/trainer.h"

namespace bitbasin {

// Trains until `epochs` epochs are over, the limits stop it, or there is nothing left to learn: an epoch in
// which every pattern had its margin, or, if no margin is required, a network that makes no error. With
// several versions of the images an epoch does not show all patterns, and only the first two conditions
// count. Returns true if nothing is left to learn. on_epoch is called after each epoch, with the error on
// held-out patterns, if any, to whose sums those of `others` are added, the voters before.
bool run_training(Trainer& trainer, std::uint64_t epochs, const PatternSet& held_out,
                  std::span<const int> others, int threads, RunControl& control,
                  const std::function<void(const EpochPoint&)>& on_epoch);

}  // namespace bitbasin
