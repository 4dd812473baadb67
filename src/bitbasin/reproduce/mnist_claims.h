// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// The networks of the paper on MNIST, with the presets of `bitbasin train`; not run without the data set.
ClaimResult measure_mnist_small(const ClaimSetup& setup, RunControl& control);
ClaimResult measure_mnist_large(const ClaimSetup& setup, RunControl& control);

// Figure B: moving away from a network that was learnt, the density of solutions falls and the test error
// grows.
ClaimResult measure_network_walk(const ClaimSetup& setup, RunControl& control);

}  // namespace bitbasin
